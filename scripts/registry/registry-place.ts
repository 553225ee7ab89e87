import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RegistryPlace } from '../../server/src/modules/registry/load-registry.ts';
import { ROOT } from '../build/paths.ts';

/** Where the registry file and the packages beside it are. */
export async function registryPlace(registryFile: string): Promise<RegistryPlace> {
  const description: unknown = JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8'));
  const sdkVersion =
    typeof description === 'object' && description !== null && 'version' in description
      ? String(description.version)
      : '';
  return { file: registryFile, packagesDir: join(dirname(registryFile), 'packages'), sdkVersion };
}
