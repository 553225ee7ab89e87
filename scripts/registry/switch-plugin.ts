import { readFile } from 'node:fs/promises';
import { registryFile, type RegistryFile } from '../../sdk/src/contracts/registry-file.ts';
import { readRegistryFile } from '../../server/src/modules/registry/read-registry-file.ts';
import {
  loadRegistry,
  type RegistryPlace,
} from '../../server/src/modules/registry/load-registry.ts';
import { RegistryFault } from '../../server/src/modules/registry/registry-fault.ts';
import { verifyPackage } from '../../server/src/modules/registry/verify-package.ts';
import { writeWhole } from '../build/compress.ts';

/**
 * Switches a plugin on or off in one atomic write. What would be refused by the server is refused here,
 * before anything is written. Answers false when it was so already.
 */
export async function switchPlugin(
  place: RegistryPlace,
  name: string,
  enabled: boolean,
): Promise<boolean> {
  const { plugins } = await readRegistryFile(place.file);
  const entry = plugins[name];
  if (entry === undefined)
    throw new RegistryFault(
      `there is no plugin ${name}; the file names ${Object.keys(plugins).join(', ') || 'none'}`,
      place.file,
    );
  if (entry.enabled === enabled) return false;
  if (enabled) await verifyPackage(place.packagesDir, name, entry.version);
  const before: unknown = JSON.parse(await readFile(place.file, 'utf8'));
  const whole: RegistryFile = registryFile.parse(before);
  const after = { ...whole, plugins: { ...whole.plugins, [name]: { ...entry, enabled } } };
  await writeWhole(place.file, formatRegistry(after));
  return true;
}

/** One plugin a line, so that a change shows as one line in a review. */
function formatRegistry(file: RegistryFile): string {
  const { plugins, ...head } = file;
  const lines = Object.entries(plugins).map(([name, entry]) => {
    const fields = Object.entries(entry).map(
      ([key, value]) => `"${key}": ${JSON.stringify(value)}`,
    );
    return `    ${JSON.stringify(name)}: { ${fields.join(', ')} }`;
  });
  const heading = Object.entries(head).map(
    ([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`,
  );
  return `{\n${heading.join('')}  "plugins": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/** Verifies the whole registry; throws RegistryFault with file, line and reason. */
export async function verifyRegistry(place: RegistryPlace): Promise<string[]> {
  const { plugins } = await loadRegistry(place);
  return plugins.map(({ name, version, enabled, leftOut, package: built }) => {
    if (!enabled) return `${name} ${version}: disabled, not looked at`;
    const files = built?.manifest.files.length ?? 0;
    return `${name} ${version}: ${leftOut ?? `${files} files right`}`;
  });
}
