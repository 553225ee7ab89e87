import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import type { Logger } from 'pino';
import { AppError } from '../../../http/app-error.ts';
import type { FileStore } from '../gateways/index.ts';
import { tellingStore } from './telling-store.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly files: Files;
  }
}

/** Content that was read through once; `content` reads it again. */
export interface Measured {
  /** SHA-256, hex. */
  readonly contentHash: string;
  /** Hex. */
  readonly md5: string;
  readonly bytes: number;
  readonly contentType: string;
  content(): AsyncIterable<Buffer>;
}

/**
 * Files that outlive a request: `files/incoming/<upload>.<index>` while they arrive, `files/<ab>/<hash>` by the
 * SHA-256 of their content afterwards. Content passes through in streams; at most one chunk is in memory.
 * Everything throws AppError FILE_STORE_AWAY where the store cannot be reached.
 */
export interface Files {
  putChunk(uploadId: string, index: number, content: Buffer): Promise<void>;
  /** The numbers of the chunks that are there, in order. */
  chunks(uploadId: string): Promise<number[]>;
  /** Reads the chunks of an upload through. @throws AppError UPLOAD_CHUNK where one is gone */
  measure(uploadId: string, chunks: number): Promise<Measured>;
  measureBuffer(content: Buffer): Promise<Measured>;
  /** Puts content under its name, whole. @throws AppError UPLOAD_CHUNK where it changed since it was measured */
  keep(measured: Measured): Promise<void>;
  forget(uploadId: string): Promise<void>;
  /** @throws AppError ATTACHMENT_NOT_FOUND */
  read(contentHash: string): Promise<Readable>;
  /** Removes chunks of uploads that were broken off a day before `now`. Answers how many. */
  removeStale(now: Date): Promise<number>;
  /** For what has names of its own: the files of jobs. */
  readonly store: FileStore;
}

const INCOMING = 'files/incoming/';
const STALE_MS = 24 * 3_600_000;
/** Beyond it no type shows: workbooks say what they are in their first entries. */
const TYPE_BYTES = 1_048_576;

/** Where the content of that hash lies. */
export const contentKey = (contentHash: string): string => `files/${contentHash.slice(0, 2)}/${contentHash}`;

async function typeOf(head: Buffer): Promise<string> {
  // A head that ends in the middle of an archive's entry is an archive all the same.
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  return type?.mime ?? (isText(head) ? 'text/plain' : 'application/octet-stream');
}

/** Text has no mark of its own: UTF-8 without control characters but tabs and line ends. */
function isText(head: Buffer): boolean {
  // The last character may be cut where the head ends.
  const whole = head.length < TYPE_BYTES ? head : head.subarray(0, head.length - 4);
  return isUtf8(whole) && !/[^\P{Cc}\t\r\n\f]/u.test(whole.toString('utf8'));
}

async function measured(content: () => AsyncIterable<Buffer>): Promise<Measured> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  const head: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content()) {
    md5.update(piece);
    sha256.update(piece);
    if (bytes < TYPE_BYTES) head.push(piece);
    bytes += piece.length;
  }
  const contentType = await typeOf(Buffer.concat(head));
  const sums = { contentHash: sha256.digest('hex'), md5: md5.digest('hex') };
  return { ...sums, bytes, contentType, content };
}

/** The content once more; it ends with a refusal where it is not what was measured, so nothing of it is kept. */
async function* unchanged({ content, contentHash }: Measured): AsyncGenerator<Buffer> {
  const sha256 = createHash('sha256');
  for await (const piece of content()) {
    sha256.update(piece);
    yield piece;
  }
  if (sha256.digest('hex') !== contentHash) throw new AppError('UPLOAD_CHUNK');
}

export function openFiles(wherever: FileStore, log: Logger): Files {
  const store = tellingStore(wherever, log);
  const chunkKey = (uploadId: string, index: number) => `${INCOMING}${uploadId}.${index}`;

  async function* chunksOf(uploadId: string, chunks: number): AsyncGenerator<Buffer> {
    for (let index = 0; index < chunks; index += 1) {
      const chunk = await store.read(chunkKey(uploadId, index));
      if (!chunk) throw new AppError('UPLOAD_CHUNK');
      yield* chunk;
    }
  }

  return {
    store,
    async putChunk(uploadId, index, content) {
      await store.write(chunkKey(uploadId, index), inOnePiece(content));
    },
    async chunks(uploadId) {
      const prefix = `${INCOMING}${uploadId}.`;
      const found: number[] = [];
      for await (const { key } of store.list(prefix)) found.push(Number(key.slice(prefix.length)));
      return found.sort((a, b) => a - b);
    },
    measure: async (uploadId, chunks) => await measured(() => chunksOf(uploadId, chunks)),
    measureBuffer: async (content) => await measured(() => inOnePiece(content)),
    async keep(content) {
      await store.write(contentKey(content.contentHash), unchanged(content));
    },
    async forget(uploadId) {
      for await (const { key } of store.list(`${INCOMING}${uploadId}.`)) await store.remove(key);
    },
    async read(contentHash) {
      const content = await store.read(contentKey(contentHash));
      // A row whose file is gone: the store was moved without it.
      if (!content) throw new AppError('ATTACHMENT_NOT_FOUND');
      return content;
    },
    async removeStale(now) {
      let removed = 0;
      for await (const { key, changedAt } of store.list(INCOMING)) {
        if (now.getTime() - changedAt.getTime() <= STALE_MS) continue;
        await store.remove(key);
        removed += 1;
      }
      return removed;
    },
  };
}

/** Content that is at hand, as a store takes it. */
export async function* inOnePiece(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content);
}
