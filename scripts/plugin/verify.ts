import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version as reactVersion } from 'react';
import type { PluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { checkContents, MAX_BUDGET_KB } from '../../server/src/modules/plugins/registry/publishing/index.ts';
import type { BuiltPlugin } from '../build/plugin-build.ts';
import { SHARED_NAMES } from '../build/shared-names.ts';
import { sdkHome } from './sdk-home.ts';

/** What a page of a plugin costs who opens it, brotli, KB. */
export interface PageCost {
  readonly page: string;
  readonly kilobytes: number;
}

/** Makes the checks of the server that need no signature. @throws PublishRefusal */
export async function verifyBuilt({ folder, manifest }: BuiltPlugin): Promise<readonly PageCost[]> {
  const files = await Promise.all(
    manifest.files.map(async ({ name }) => [name, await readFile(join(folder, name))] as const),
  );
  const checked = checkContents(await readFile(join(folder, 'manifest.json')), new Map(files), {
    sdkVersion: (await sdkHome()).version,
    reactMajor: Number.parseInt(reactVersion, 10),
    sharedNames: SHARED_NAMES,
    maxBudgetKb: MAX_BUDGET_KB,
  });
  return costs(checked);
}

function costs({ files, entry, styles, locales, pages }: PluginManifest): PageCost[] {
  const size = (indexes: readonly (number | undefined)[]) =>
    indexes.reduce<number>((sum, index) => sum + (files[index ?? -1]?.brotliBytes ?? 0), 0) / 1024;
  const common = size([entry, ...styles]);
  return pages.map((page) => ({
    page: page.name,
    kilobytes: common + size([...page.files, ...page.styles, (page.texts ?? locales)['en']]),
  }));
}
