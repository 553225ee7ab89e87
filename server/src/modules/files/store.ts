import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';

/** Content that was put together and measured, not yet under its name. */
export interface Assembled {
  readonly path: string;
  readonly contentHash: string;
  readonly md5: string;
  readonly bytes: number;
  readonly contentType: string;
}

/**
 * Files below one folder: `incoming/<upload>/<index>` while they arrive, `<ab>/<hash>` by the SHA-256
 * of their content afterwards. Content passes through in streams; at most one chunk is in memory.
 */
export interface FileStore {
  /** Signs upload tokens; the same for every process on this folder. */
  readonly key: Buffer;
  putChunk(uploadId: string, index: number, content: Buffer): Promise<void>;
  /** The numbers of the chunks that are there, in order. */
  chunks(uploadId: string): Promise<number[]>;
  assemble(uploadId: string, chunks: number): Promise<Assembled>;
  /** Moves content under its name; where that content is there already the new copy is dropped. */
  keep(assembled: Assembled): Promise<void>;
  discard(assembled: Assembled): Promise<void>;
  forget(uploadId: string): Promise<void>;
  read(contentHash: string): NodeJS.ReadableStream;
}

const STALE_MS = 24 * 3_600_000;

/** Made once; the link makes sure that of two processes starting together one wins and both agree. */
async function signingKey(folder: string): Promise<Buffer> {
  const path = join(folder, 'upload-key');
  const mine = `${path}.${randomUUID()}`;
  await writeFile(mine, randomBytes(32), { mode: 0o600 });
  try {
    await link(mine, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(mine);
  }
  return await readFile(path);
}

async function removeStale(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const { mtimeMs } = await stat(join(incoming, name));
    if (Date.now() - mtimeMs > STALE_MS) await rm(join(incoming, name), { recursive: true });
  }
}

async function measure(path: string, parts: readonly string[]): Promise<Assembled> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let bytes = 0;
  await pipeline(
    async function* () {
      for (const part of parts) {
        for await (const piece of createReadStream(part)) {
          const content: Buffer = piece;
          md5.update(content);
          sha256.update(content);
          bytes += content.length;
          yield content;
        }
      }
    },
    createWriteStream(path, { flush: true }),
  );
  const type = await fileTypeFromFile(path);
  const contentType = type?.mime ?? 'application/octet-stream';
  return { path, contentHash: sha256.digest('hex'), md5: md5.digest('hex'), bytes, contentType };
}

/** Opens (and makes) the folder. What was left by uploads broken off a day ago is removed. */
export async function openFileStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true });
  const key = await signingKey(folder);
  await removeStale(incoming);
  const uploadFolder = (uploadId: string) => join(incoming, uploadId);
  const finalPath = (contentHash: string) => join(folder, contentHash.slice(0, 2), contentHash);
  return {
    key,
    async putChunk(uploadId, index, content) {
      await mkdir(uploadFolder(uploadId), { recursive: true });
      const path = join(uploadFolder(uploadId), String(index));
      const temporary = `${path}.${randomUUID()}`;
      await writeFile(temporary, content);
      await rename(temporary, path);
    },
    async chunks(uploadId) {
      const names = await readdir(uploadFolder(uploadId)).catch(() => []);
      return names
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .sort((a, b) => a - b);
    },
    async assemble(uploadId, chunks) {
      const parts = Array.from({ length: chunks }, (_, index) =>
        join(uploadFolder(uploadId), String(index)),
      );
      return await measure(join(incoming, `whole-${randomUUID()}`), parts);
    },
    async keep({ path, contentHash }) {
      const target = finalPath(contentHash);
      await mkdir(join(folder, contentHash.slice(0, 2)), { recursive: true });
      await rename(path, target);
    },
    async discard({ path }) {
      await rm(path, { force: true });
    },
    async forget(uploadId) {
      await rm(uploadFolder(uploadId), { recursive: true, force: true });
    },
    read: (contentHash) => createReadStream(finalPath(contentHash)),
  };
}
