import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sha256 } from './content-name.ts';
import { CACHE } from './paths.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export interface Compressed {
  readonly br: Uint8Array;
  readonly gz: Uint8Array;
}

/** Brotli's last step triples the time for 2 % of the bytes; the one before costs 6 %. */
const QUALITY = { best: 11, quick: 10 } as const;
export type Effort = keyof typeof QUALITY;

/**
 * The brotli and gzip forms of a file. Results are kept by content below `.cache`, so a
 * rebuild compresses only what changed; zlib works in its own threads, so calls run side by side.
 */
export async function compress(content: Uint8Array, effort: Effort = 'best'): Promise<Compressed> {
  const hash = sha256(content);
  const folder = join(CACHE, 'compressed', hash.slice(0, 2));
  const quality = QUALITY[effort];
  const brPath = join(folder, `${hash}.${quality}.br`);
  const gzPath = join(folder, `${hash}.gz`);
  const kept = await Promise.all([readFile(brPath), readFile(gzPath)]).catch(() => null);
  if (kept !== null) return { br: kept[0], gz: kept[1] };
  const [br, gz] = await Promise.all([
    toBrotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    toGzip(content, { level: 9 }),
  ]);
  await mkdir(folder, { recursive: true });
  await Promise.all([writeWhole(brPath, br), writeWhole(gzPath, gz)]);
  return { br, gz };
}

const KEPT_UNUSED_MS = 24 * 3_600_000;

/**
 * Forgets compressed forms that no file with one of these names uses and that are more than a day old. It
 * looks once a day: thousands of them take longer to look through than a plugin to build.
 */
export async function pruneCompressed(names: () => Promise<readonly string[]>): Promise<void> {
  const top = join(CACHE, 'compressed');
  const old = Date.now() - KEPT_UNUSED_MS;
  const looked = join(CACHE, 'pruned');
  const before = await stat(looked).catch(() => null);
  if (before !== null && before.mtimeMs > old) return;
  await mkdir(CACHE, { recursive: true });
  await writeWhole(looked, '');
  const used = new Set((await names()).map(hashInName));
  for (const folder of await readdir(top).catch(() => []))
    for (const entry of await readdir(join(top, folder))) {
      const path = join(top, folder, entry);
      if (used.has(entry.split('.')[0])) continue;
      // Another build may be faster.
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtimeMs < old) await rm(path, { force: true });
    }
}

const hashInName = (name: string) => /\.([\w-]{43})\.\w+$/.exec(name)?.[1];

/** Writes a file so that a reader finds the old content, the new content, never a part of it. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}
