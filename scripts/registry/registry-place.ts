import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RegistryPlace } from '../../server/src/modules/registry/load-registry.ts';
import { publishersBeside } from '../../server/src/modules/registry/publishing/index.ts';
import { ROOT } from '../build/paths.ts';

/** Where the registry file and the packages beside it are. */
export async function registryPlace(registryFile: string): Promise<RegistryPlace> {
  const description: unknown = JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8'));
  const sdkVersion =
    typeof description === 'object' && description !== null && 'version' in description
      ? String(description.version)
      : '';
  const packagesDir = join(dirname(registryFile), 'packages');
  return { file: registryFile, packagesDir, sdkVersion, ...publishersBeside(registryFile) };
}
