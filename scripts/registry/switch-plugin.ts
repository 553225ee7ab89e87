import { loadRegistry } from '../../server/src/modules/registry/load-registry.ts';
import type { RegistryPlace } from '../../server/src/modules/registry/load-registry.ts';
import { verifyPackage } from '../../server/src/modules/registry/verify-package.ts';
import { editEntry } from './edit-registry.ts';

/**
 * Switches a plugin on or off. What would be refused by the server is refused here, before anything is
 * written. Answers false when it was so already.
 */
export async function switchPlugin(
  place: RegistryPlace,
  plugin: string,
  enabled: boolean,
): Promise<boolean> {
  const action = enabled ? 'enable' : 'disable';
  return await editEntry(place, { action, plugin }, async (entry) => {
    if (entry.enabled === enabled) return null;
    if (enabled) await verifyPackage(place.packagesDir, plugin, entry.version);
    return { ...entry, enabled };
  });
}

/** Verifies the whole registry; throws RegistryFault with file, line and reason. */
export async function verifyRegistry(place: RegistryPlace): Promise<string[]> {
  const { plugins } = await loadRegistry(place);
  return plugins.flatMap(({ name, enabled, rollout, ...stable }) =>
    [stable, rollout].flatMap((one) => {
      if (one === null) return [];
      if (!enabled) return `${name} ${one.version}: disabled, not looked at`;
      const files = one.package?.manifest.files.length ?? 0;
      return `${name} ${one.version}: ${one.leftOut ?? `${files} files right`}`;
    }),
  );
}
