import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../../scripts/build/paths.ts';
import { buildPlugin } from '../../scripts/build/plugin-build.ts';
import type { PluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { manyPages } from './many-pages.ts';

/** What a page of the generated plugin of many pages costs over the wire, and what it would cost as a plugin of its own. */
export interface PageDownload {
  readonly page: string;
  readonly bytes: number;
  readonly ownBytes: number;
}

/** Compressed bytes of all that a page of a plugin loads of it, with its English texts. */
function downloadOf({ files, entry, styles, locales, pages }: PluginManifest, name: string): number {
  const page = pages.find((one) => one.name === name);
  if (page === undefined) throw new Error(`${name} was not built`);
  const texts = (page.texts ?? locales)['en'] ?? -1;
  const indexes = new Set([entry, texts, ...styles, ...page.files, ...page.styles]);
  return [...indexes].reduce((sum, index) => sum + (files[index]?.brotliBytes ?? 0), 0);
}

/** Builds a plugin of 31 pages and 60 contracts, and each of its pages as a plugin of that page alone. */
export async function measurePageDownloads(): Promise<PageDownload[]> {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const work = await mkdtemp(join(ROOT, '.cache', 'bench-pages-'));
  try {
    const { pages, files } = manyPages();
    const build = async (folder: string, sources: Readonly<Record<string, string>>) => {
      for (const [path, text] of Object.entries(sources)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      return (await buildPlugin(folder, 'many', join(folder, 'packages'))).manifest;
    };
    const whole = await build(join(work, 'whole'), files());
    const downloads: PageDownload[] = [];
    for (const page of pages) {
      const alone = await build(join(work, page), files(page));
      downloads.push({ page, bytes: downloadOf(whole, page), ownBytes: downloadOf(alone, page) });
    }
    return downloads;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
