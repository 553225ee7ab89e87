import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../server/src/config/settings.ts';
import type { RegistryPlace } from '../../server/src/modules/plugins/registry/registry-place.ts';
import { publishersBeside } from '../../server/src/modules/plugins/registry/publishing/index.ts';
import { ROOT } from '../build/paths.ts';

/** Where the registry file, the packages and the publishers' keys are: the places that a server reads. */
export async function registryPlace({
  registryFile,
  packagesDir,
}: Pick<Settings, 'registryFile' | 'packagesDir'>): Promise<RegistryPlace> {
  const description: unknown = JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8'));
  const sdkVersion =
    typeof description === 'object' && description !== null && 'version' in description
      ? String(description.version)
      : '';
  return { file: registryFile, packagesDir, sdkVersion, ...publishersBeside(registryFile) };
}
