import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginManifest } from '@kituo/sdk/contracts';
import type { RegistryPlace } from '../registry-place.ts';
import { readPublishers, verifySigned } from '../publishing/index.ts';
import { readRegistryFile } from '../read-registry-file.ts';
import { RegistryFault } from '../registry-fault.ts';
import { fitsRange } from '../sdk-range.ts';
import { verifyPackage } from '../verify-package.ts';
import { versionsOf } from '../version-order.ts';

/**
 * Whether the server would give people this version of a plugin: its files, its signature, the SDK it was written
 * for, and that nobody else offers its pages. A file that the server refuses is in the way of every later
 * change, so it is not written. @throws RegistryFault
 */
export async function verifyChange(place: RegistryPlace, plugin: string, version: string): Promise<void> {
  const fault = (reason: string) => new RegistryFault(reason, place.file);
  const there = await versionsOf(place, plugin);
  if (!there.includes(version))
    throw fault(
      `the package ${plugin} ${version} is missing; there ${there.length > 0 ? `are ${there.join(', ')}` : 'is none of this plugin'}`,
    );
  const built = await verifyPackage(place.packagesDir, plugin, version);
  const publishers = place.publishersDir ? await readPublishers(place.publishersDir) : null;
  await verifySigned(built, publishers).catch((reason: unknown) => {
    throw fault(`${plugin} ${version}: ${reason instanceof Error ? reason.message : reason}`);
  });
  const { sdk, pages } = built.manifest.description;
  if (!fitsRange(place.sdkVersion, sdk))
    throw fault(`${plugin} ${version} requires SDK ${sdk}; this host has ${place.sdkVersion}`);
  const taken = await pagesOfOthers(place, plugin);
  for (const { path } of pages) {
    const other = taken.get(path.toLowerCase());
    if (other !== undefined)
      throw fault(
        `${plugin} ${version} offers ${path}, which is a page of ${other}: one of them has to change it, or ${other} to be switched off`,
      );
  }
}

/** Who offers which page, lower-cased path → plugin; without those that cannot be read, for they offer none. */
async function pagesOfOthers(place: RegistryPlace, plugin: string): Promise<ReadonlyMap<string, string>> {
  const { plugins } = await readRegistryFile(place.file);
  const others = Object.entries(plugins).filter(([name, { enabled }]) => enabled && name !== plugin);
  const offered = await Promise.all(
    others.flatMap(([name, { version, rollout }]) =>
      [version, rollout?.version].map(async (each) => (each === undefined ? [] : await pagesOf(place, name, each))),
    ),
  );
  return new Map(offered.flat());
}

async function pagesOf(
  { packagesDir, sdkVersion }: RegistryPlace,
  name: string,
  version: string,
): Promise<[path: string, plugin: string][]> {
  const path = join(packagesDir, name, version, 'manifest.json');
  const text = await readFile(path, 'utf8').catch(() => 'null');
  const manifest = pluginManifest.safeParse(jsonOf(text)).data;
  if (manifest === undefined || !fitsRange(sdkVersion, manifest.description.sdk)) return [];
  return manifest.description.pages.map((page) => [page.path.toLowerCase(), name]);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
