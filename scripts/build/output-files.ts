import { mkdir, readdir, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compress, writeWhole, type Effort } from './compress.ts';
import { contentName } from './content-name.ts';

/** A file of a build's output, named by its content. */
export interface OutputFile {
  readonly name: string;
  readonly content: Uint8Array;
  /** A source map, kept beside it as `<name>.map`; not served. */
  readonly map?: string;
  /** How hard it is compressed; `best` unless told. */
  readonly effort?: Effort;
}

export interface FileSizes {
  readonly name: string;
  readonly bytes: number;
  readonly brotliBytes: number;
}

export function outputFile(stem: string, ending: string, text: string, map?: string): OutputFile {
  const content = Buffer.from(text);
  const name = contentName(stem, ending, content);
  return map === undefined ? { name, content } : { name, content, map };
}

/**
 * Writes files with their compressed forms into a folder. Names are made of content, so a file that
 * is there already is right, and a folder in use is only ever added to.
 */
export async function writeOutput(folder: string, files: readonly OutputFile[]): Promise<FileSizes[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    files.map(async ({ name, content, map, effort }) => {
      const path = join(folder, name);
      const { br, gz } = await compress(content, effort);
      const written: [string, string | Uint8Array][] = [
        [`${path}.br`, br],
        [`${path}.gz`, gz],
        [path, content],
      ];
      if (map !== undefined) written.unshift([`${path}.map`, map]);
      await Promise.all(
        written.map(async ([at, bytes]) => {
          if (!existsSync(at)) await writeWhole(at, bytes);
        }),
      );
      return { name, bytes: content.length, brotliBytes: br.length };
    }),
  );
}

/** Removes what neither the present nor the previous manifest names. */
export async function pruneOutput(folder: string, keep: ReadonlySet<string>): Promise<void> {
  const present = await readdir(folder);
  const stale = present.filter((entry) => !keep.has(entry.replace(/\.(br|gz|map)$/, '')));
  await Promise.all(stale.map((entry) => rm(join(folder, entry), { recursive: true })));
}
