import { loadRegistry } from '../load-registry.ts';
import type { RegistryPlace } from '../registry-place.ts';
import { versionsOf } from '../version-order.ts';
import { editEntry, type EditedBy, type RegistryEntry } from './edit-registry.ts';
import { verifyChange } from './verify-change.ts';

/**
 * Switches a plugin on or off; one that was published and is not in the file yet enters it with its newest
 * version. What would be refused by the server is refused here, before anything is written. Answers false
 * when it was so already.
 */
export async function switchPlugin(
  place: RegistryPlace,
  plugin: string,
  enabled: boolean,
  edited: EditedBy = {},
): Promise<boolean> {
  const action = enabled ? 'enable' : 'disable';
  const newest = enabled ? (await versionsOf(place, plugin)).at(-1) : undefined;
  const switched = async (entry: RegistryEntry) => {
    if (enabled) {
      await verifyChange(place, plugin, entry.version);
      if (entry.rollout) await verifyChange(place, plugin, entry.rollout.version);
    }
    return { ...entry, enabled };
  };
  return await editEntry(
    place,
    { ...edited, action, plugin },
    async (entry) => (entry.enabled === enabled ? null : await switched(entry)),
    newest === undefined ? undefined : () => switched({ enabled, version: newest }),
  );
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
