import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryPlace } from './load-registry.ts';

/** The versions of a plugin that lie in the packages, the newest last. */
export async function versionsOf(
  { packagesDir }: Pick<RegistryPlace, 'packagesDir'>,
  plugin: string,
): Promise<string[]> {
  const found = await readdir(join(packagesDir, plugin)).catch(() => []);
  return found.filter(isVersion).sort(byVersion);
}

/** What a folder of packages holds beside versions: what a build that was broken off left. */
const isVersion = (name: string): boolean => /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/.test(name) && !name.endsWith('.tmp');

/** The older one first; a trial such as `1.4.0-beta.2` comes before the version that it leads to. */
export function byVersion(one: string, other: string): number {
  const [release = '', trial] = split(one);
  const [otherRelease = '', otherTrial] = split(other);
  if (release !== otherRelease) return inNumbers(release, otherRelease);
  if (trial === undefined || otherTrial === undefined)
    return Number(trial === undefined) - Number(otherTrial === undefined);
  return inNumbers(trial, otherTrial);
}

const inNumbers = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });

function split(version: string): [release: string, trial: string | undefined] {
  const at = version.indexOf('-');
  return at < 0 ? [version, undefined] : [version.slice(0, at), version.slice(at + 1)];
}
