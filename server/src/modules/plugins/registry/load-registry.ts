import { createHash } from 'node:crypto';
import { pluginVersion, type PluginGrants, type RegistryFile } from '@kituo/sdk/contracts';
import { readRegistryFile, type ReadRegistry } from './read-registry-file.ts';
import { RegistryFault } from './registry-fault.ts';
import { type Publisher, readPublishers, UnknownKeyRefusal, verifySigned } from './publishing/index.ts';
import type { Rollout } from './rollout.ts';
import { refusedFromOutside } from './from-outside.ts';
import { fitsRange } from './sdk-range.ts';
import { verifyPackage, type VerifiedFiles, type VerifiedPackage } from './verify-package.ts';
import type { RegistryPlace } from './registry-place.ts';

/** A version of a plugin as the file names it. */
export interface LoadedVersion {
  readonly version: string;
  /** Why nobody gets it; null when nothing stands against it. */
  readonly leftOut: string | null;
  /**
   * Null for disabled plugins: switching off is the remedy for a broken package, so it is not looked at. Null, too,
   * where the key that signed it was withdrawn: not a file of it is served any more.
   */
  readonly package: VerifiedPackage | null;
  /** Of a publisher who is not the company: it runs in a frame of its own. */
  readonly isIsolated: boolean;
}

/** A plugin of the registry file. */
export interface LoadedPlugin extends LoadedVersion {
  readonly name: string;
  readonly enabled: boolean;
  /** What its operator allows it, where it is isolated. */
  readonly grants: PluginGrants;
  /** The version that some get in its place. */
  readonly rollout: (LoadedVersion & { readonly audience: Rollout }) | null;
}

export interface LoadedRegistry {
  readonly revision: string;
  readonly plugins: readonly LoadedPlugin[];
}

/** Reads the registry file and verifies every package it enables. Throws RegistryFault on anything wrong. */
export async function loadRegistry(place: RegistryPlace, verified: VerifiedFiles = new Map()): Promise<LoadedRegistry> {
  const read = await readRegistryFile(place.file);
  const publishers = place.publishersDir ? await readPublishers(place.publishersDir) : null;
  const plugins: LoadedPlugin[] = [];
  for (const [name, entry] of Object.entries(read.plugins))
    plugins.push(await loadPlugin({ place, read, publishers, verified }, name, entry));
  checkPaths(place, read, plugins);
  const hash = createHash('sha256').update(place.sdkVersion);
  for (const { name, version, enabled, grants, rollout, ...stable } of plugins) {
    hash.update(`${name} ${version} ${enabled} ${stateOf(stable)} ${JSON.stringify(grants)}\n`);
    if (rollout) hash.update(`${JSON.stringify(rollout.audience)} ${stateOf(rollout)}\n`);
  }
  return { revision: hash.digest('base64url').slice(0, 16), plugins };
}

/** What of a version may change while the file stays as it is: its package, and what publishers' keys say of it. */
const stateOf = ({ package: built, isIsolated, leftOut }: Omit<LoadedVersion, 'version'>) =>
  `${built?.hash ?? leftOut ?? ''} ${isIsolated}`;

const PLUGIN_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** The versions of a plugin that somebody may get, the one for everybody first. */
export function offeredVersions(plugin: LoadedPlugin): (LoadedVersion & {
  readonly package: VerifiedPackage;
})[] {
  return [plugin, plugin.rollout].flatMap((one) =>
    one && one.package !== null && one.leftOut === null ? [{ ...one, package: one.package }] : [],
  );
}

interface Loading {
  readonly place: RegistryPlace;
  readonly read: ReadRegistry;
  readonly publishers: ReadonlyMap<string, Publisher> | null;
  readonly verified: VerifiedFiles;
}

async function loadPlugin(
  { place, read, publishers, verified }: Loading,
  name: string,
  entry: RegistryFile['plugins'][string],
): Promise<LoadedPlugin> {
  const { enabled, version, grants = {}, rollout: audience } = entry;
  const fault = (reason: string) => new RegistryFault(`${name}: ${reason}`, place.file, read.lineOf(name));
  if (!PLUGIN_NAME.test(name)) throw fault('not a plugin name (letters, digits, dashes)');
  const load = async (wanted: string): Promise<LoadedVersion> => {
    if (!pluginVersion.safeParse(wanted).success) throw fault(`${wanted} is not a version such as 1.4.0`);
    const nothing = { version: wanted, package: null, isIsolated: false };
    if (!enabled) return { ...nothing, leftOut: null };
    const built = await verifyPackage(place.packagesDir, name, wanted, verified)
      .then((found) => verifySigned(found, publishers))
      .catch((reason: unknown) => {
        if (reason instanceof UnknownKeyRefusal) return reason;
        throw fault(reason instanceof Error ? reason.message : String(reason));
      });
    // Withdrawing a key takes out what it signed, and nothing else.
    if (built instanceof UnknownKeyRefusal)
      return { ...nothing, leftOut: `not signed with a key that is known: ${built.message}` };
    const range = built.manifest.description.sdk;
    const { publisher } = built.manifest.description;
    const isIsolated = publishers !== null && publishers.get(publisher)?.firstParty !== true;
    const leftOut = !fitsRange(place.sdkVersion, range)
      ? `incompatible with SDK ${place.sdkVersion}: it was written for ${range}`
      : isIsolated
        ? (refusedFromOutside(built.manifest)?.what ?? null)
        : null;
    return { version: wanted, leftOut, package: built, isIsolated };
  };
  const stable = await load(version);
  const rollout = audience ? { ...(await load(audience.version)), audience } : null;
  return { ...stable, name, enabled, grants, rollout };
}

/** Two plugins that offer one path would make it a matter of chance who draws it. */
function checkPaths(place: RegistryPlace, read: ReadRegistry, plugins: readonly LoadedPlugin[]): void {
  const offered = new Map<string, string>();
  for (const plugin of plugins) {
    const { name } = plugin;
    for (const { package: built } of offeredVersions(plugin)) {
      for (const { path } of built.manifest.description.pages) {
        const other = offered.get(path.toLowerCase()) ?? name;
        if (other !== name)
          throw new RegistryFault(`${name}: ${other} offers ${path}, too`, place.file, read.lineOf(name));
        offered.set(path.toLowerCase(), name);
      }
    }
  }
}
