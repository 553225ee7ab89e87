import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginManifest } from '@kituo/sdk/contracts';
import type { RegistryState } from './registry-service.ts';
import type { OffPage } from './off-page.ts';

/**
 * What the sections that are switched off or left out would offer, by lower-cased path. A package that
 * cannot be read offers nothing: nobody is given any of it.
 */
export async function readOffPages(
  packagesDir: string,
  plugins: RegistryState['plugins'],
): Promise<ReadonlyMap<string, OffPage>> {
  const off = plugins.filter(({ enabled, leftOut }) => !enabled || leftOut !== null);
  const pages = new Map<string, OffPage>();
  for (const { name, version } of off) {
    const text = await readFile(join(packagesDir, name, version, 'manifest.json'), 'utf8').catch(() => 'null');
    const manifest = pluginManifest.safeParse(parsed(text)).data;
    for (const { path } of manifest?.description.pages ?? []) {
      pages.set(path.toLowerCase(), { path, plugin: name, version });
    }
  }
  return pages;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
