import { createHash } from 'node:crypto';
import type { RegistryFile } from '@kituo/sdk/contracts';
import { readRegistryFile, type ReadRegistry } from './read-registry-file.ts';
import { RegistryFault } from './registry-fault.ts';
import { fitsRange } from './sdk-range.ts';
import { verifyPackage, type VerifiedFiles, type VerifiedPackage } from './verify-package.ts';

/** A plugin of the registry file. */
export interface LoadedPlugin {
  readonly name: string;
  readonly version: string;
  readonly enabled: boolean;
  /** Why nobody gets an enabled plugin; null when nothing stands against it. */
  readonly leftOut: string | null;
  /** Null for disabled plugins: switching off is the remedy for a broken package, so it is not looked at. */
  readonly package: VerifiedPackage | null;
}

export interface LoadedRegistry {
  readonly revision: string;
  readonly plugins: readonly LoadedPlugin[];
}

export interface RegistryPlace {
  /** The path of `registry.json`. */
  readonly file: string;
  readonly packagesDir: string;
  /** The version of `@kituo/sdk` that the host offers. */
  readonly sdkVersion: string;
}

/** Reads the registry file and verifies every package it enables. Throws RegistryFault on anything wrong. */
export async function loadRegistry(
  place: RegistryPlace,
  verified: VerifiedFiles = new Map(),
): Promise<LoadedRegistry> {
  const read = await readRegistryFile(place.file);
  const plugins: LoadedPlugin[] = [];
  for (const [name, entry] of Object.entries(read.plugins))
    plugins.push(await loadPlugin(place, read, name, entry, verified));
  checkPaths(place, read, plugins);
  const hash = createHash('sha256').update(place.sdkVersion);
  for (const { name, version, enabled, package: built } of plugins)
    hash.update(`${name} ${version} ${enabled} ${built?.hash ?? ''}\n`);
  return { revision: hash.digest('base64url').slice(0, 16), plugins };
}

async function loadPlugin(
  place: RegistryPlace,
  read: ReadRegistry,
  name: string,
  entry: RegistryFile['plugins'][string],
  verified: VerifiedFiles,
): Promise<LoadedPlugin> {
  const { enabled, version, rollout } = entry;
  const fault = (reason: string) =>
    new RegistryFault(`${name}: ${reason}`, place.file, read.lineOf(name));
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name))
    throw fault('not a plugin name (letters, digits, dashes)');
  if (!/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/.test(version))
    throw fault(`${version} is not a version such as 1.4.0`);
  if (!enabled) return { name, version, enabled, leftOut: null, package: null };
  if (rollout !== undefined)
    throw fault('a staged rollout cannot be carried out by this server; remove "rollout"');
  const built = await verifyPackage(place.packagesDir, name, version, verified).catch(
    (reason: unknown) => {
      throw fault(reason instanceof Error ? reason.message : String(reason));
    },
  );
  const range = built.manifest.description.sdk;
  const leftOut = fitsRange(place.sdkVersion, range)
    ? null
    : `incompatible with SDK ${place.sdkVersion}: it was written for ${range}`;
  return { name, version, enabled, leftOut, package: built };
}

/** Two plugins that offer one path would make it a matter of chance who draws it. */
function checkPaths(
  place: RegistryPlace,
  read: ReadRegistry,
  plugins: readonly LoadedPlugin[],
): void {
  const offered = new Map<string, string>();
  for (const { name, leftOut, package: built } of plugins) {
    if (built === null || leftOut !== null) continue;
    for (const { path } of built.manifest.description.pages) {
      const other = offered.get(path.toLowerCase());
      if (other !== undefined)
        throw new RegistryFault(
          `${name}: ${other} offers ${path}, too`,
          place.file,
          read.lineOf(name),
        );
      offered.set(path.toLowerCase(), name);
    }
  }
}
