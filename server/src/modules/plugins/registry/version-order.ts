import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compare, valid } from 'semver';
import type { RegistryPlace } from './registry-place.ts';

/** The versions of a plugin that lie in the packages, the newest last. */
export async function versionsOf(
  { packagesDir }: Pick<RegistryPlace, 'packagesDir'>,
  plugin: string,
): Promise<string[]> {
  const found = await readdir(join(packagesDir, plugin)).catch(() => []);
  return found.filter(isVersion).sort(byVersion);
}

/** What a folder of packages holds beside versions: what a build that was broken off left. */
const isVersion = (name: string): boolean => valid(name) === name && !name.endsWith('.tmp');

/** The older one first; a trial such as `1.4.0-beta.2` comes before the version that it leads to. */
export function byVersion(one: string, other: string): number {
  return compare(one, other);
}
