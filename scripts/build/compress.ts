import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BiggestFirst } from './biggest-first.ts';
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

/** Processor time a byte, gzip's being 1. */
const COST: Readonly<Record<Effort, number>> = { best: 45, quick: 15 };

const brotliParams = (bytes: number, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
});

/** What this process has compressed: host and frames share files, and are built side by side. */
const made = new Map<string, Promise<Uint8Array>>();
const queue = new BiggestFirst(availableParallelism());

/**
 * The brotli and gzip forms of a file. Results are kept by content below `.cache`, so a
 * rebuild compresses only what changed.
 */
export async function compress(content: Uint8Array, effort: Effort = 'best'): Promise<Compressed> {
  const hash = sha256(content);
  const quality = QUALITY[effort];
  const [br, gz] = await Promise.all([
    kept(`${hash}.${quality}.br`, COST[effort] * content.length, () => {
      return toBrotli(content, { params: brotliParams(content.length, quality) });
    }),
    kept(`${hash}.gz`, content.length, () => toGzip(content, { level: 9 })),
  ]);
  return { br, gz };
}

function kept(name: string, cost: number, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const known = made.get(name);
  if (known !== undefined) return known;
  const folder = join(CACHE, 'compressed', name.slice(0, 2));
  const found = readFile(join(folder, name)).catch(async () => {
    const bytes = await queue.run(cost, make);
    await mkdir(folder, { recursive: true });
    await writeWhole(join(folder, name), bytes);
    return bytes;
  });
  made.set(name, found);
  return found;
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
