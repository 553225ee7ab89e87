import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FileStore, GatewayError, type StoredKey } from '../gateways/index.ts';

/** Where files grow until they are whole: on the same disk, so that the last step is a rename. */
const UNFINISHED = 'unfinished-files';
const STALE_MS = 24 * 3_600_000;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A full disk, a folder that is not ours: nothing that the caller could fix. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the folder failed';
    throw new GatewayError('UNKNOWN', message, { cause: error });
  }
}

/** The file store below a folder of this machine. What a process that was killed left unfinished goes after a day. */
export async function openFolderStore(root: string): Promise<FileStore> {
  const unfinished = join(root, UNFINISHED);
  await mkdir(unfinished, { recursive: true });
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
  const pathOf = (key: string): string => {
    // Keys are made by us, never by a request; one that climbs out is a fault of ours.
    if (!/^(?:[\w-][\w.-]*\/)+[\w-][\w.-]*$/.test(key)) throw new Error(`no key of a file: ${key}`);
    return join(root, key);
  };

  return {
    async write(key, content) {
      const path = pathOf(key);
      const growing = join(unfinished, randomUUID());
      let thrown: { readonly error: unknown } | undefined;
      async function* watched(): AsyncGenerator<Buffer> {
        try {
          yield* content;
        } catch (error) {
          thrown = { error };
          throw error;
        }
      }
      try {
        await asked(async () => {
          // Opened first: a stream that opens it itself may do so after a content that ended at once was cleared away.
          const file = await open(growing, 'wx', 0o600);
          await pipeline(watched(), file.createWriteStream({ flush: true }));
          await mkdir(dirname(path), { recursive: true });
          await rename(growing, path);
        });
      } catch (error) {
        await rm(growing, { force: true }).catch(() => undefined);
        throw thrown ? thrown.error : error;
      }
    },
    async read(key) {
      return await asked(async () => {
        try {
          return (await open(pathOf(key))).createReadStream();
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      });
    },
    async remove(key) {
      await asked(async () => await rm(pathOf(key), { force: true }));
    },
    async *list(prefix): AsyncGenerator<StoredKey> {
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      const found = await asked(async () => {
        const options = { recursive: true, withFileTypes: true } as const;
        try {
          return await readdir(join(root, folder), options);
        } catch (error) {
          if (isMissing(error)) return [];
          throw error;
        }
      });
      for (const entry of found) {
        const path = join(entry.parentPath, entry.name);
        const key = path.slice(join(root, '/').length);
        if (!entry.isFile() || !key.startsWith(prefix)) continue;
        // Taken away meanwhile: not there.
        const facts = await stat(path).catch(() => null);
        if (facts) yield { key, changedAt: facts.mtime };
      }
    },
  };
}
