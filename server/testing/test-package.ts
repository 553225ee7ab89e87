import type { PluginManifest } from '@kituo/sdk/contracts';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

interface PackageParts {
  readonly name: string;
  readonly pages: readonly string[];
  readonly version?: string;
  readonly sdk?: string;
  readonly always?: boolean;
  /** What its description says beside, or otherwise. */
  readonly more?: Partial<PluginManifest['description']>;
}

/** Writes a package as the build does, for tests of those who read it; answers its files' paths. */
export async function writePackage(packagesDir: string, parts: PackageParts): Promise<string[]> {
  const { name, pages, version = '1.0.0', sdk = '^0.1.0', always = false, more = {} } = parts;
  const folder = join(packagesDir, name, version);
  await mkdir(folder, { recursive: true });
  const contents: [stem: string, ending: string, text: string][] = [
    ['plugin', 'js', `${name} ${version}`],
    ['texts-en', 'json', '{}'],
    ...pages.map((page): [string, string, string] => [page, 'js', `${name} ${version} ${page}`]),
  ];
  const files = await Promise.all(
    contents.map(async ([stem, ending, text]) => {
      const hash = createHash('sha256').update(text).digest('base64url');
      const file = `${stem}.${hash}.${ending}`;
      const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
      await writeFile(join(folder, `${file}.br`), brotliCompressSync(text, quick));
      await writeFile(join(folder, `${file}.gz`), gzipSync(text, { level: 1 }));
      await writeFile(join(folder, file), text);
      return { name: file, bytes: text.length, brotliBytes: text.length };
    }),
  );
  const manifest: PluginManifest = {
    format: 1,
    description: {
      name,
      version,
      sdk,
      publisher: 'test',
      section: { path: '', titleKey: 'section' },
      pages: pages.map((page) => ({
        name: page,
        path: `/AdminContent/${page}`,
        titleKey: page,
        module: `src/pages/${page}.tsx`,
        codes: [],
        always,
      })),
      capabilities: { api: [], clipboard: false, download: false },
      locales: ['en'],
      budgetKb: 60,
      ...more,
    },
    shared: ['react'],
    react: 19,
    files,
    entry: 0,
    styles: [],
    locales: { en: 1 },
    pages: pages.map((page, index) => ({
      name: page,
      files: [index + 2],
      styles: [],
      later: [],
      shared: [],
    })),
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return files.map((file) => join(folder, file.name));
}
