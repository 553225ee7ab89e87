import * as z from 'zod/mini';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { newIdempotencyKey } from '../api/idempotency.ts';
import {
  MAX_SMALL_FILE_BYTES,
  saveAttach,
  token,
  uploadAttach,
  uploadChunk,
  uploadState,
} from '../contracts/platform/file.contract.ts';
import type { Attachment } from '../contracts/platform/file.contract.ts';
import type { ReplyOf } from '../contracts/endpoint.ts';
import { readJson, writeJson } from '../state/browser-storage.ts';
import { createMd5 } from './md5.ts';
import { hashInWorker } from './hash-in-worker.ts';

/** What a file belongs to and how its upload is followed. */
export interface UploadOptions {
  /** `user` and a userNo, `order` and an orderNo. */
  readonly subjectType: string;
  readonly subjectNo: string;
  /** Gives the upload up; what was sent stays, so that it can be resumed. */
  readonly signal?: AbortSignal;
  /** Called with 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

type Grant = ReplyOf<typeof token>;

// Grants of uploads under way, so that choosing the same file after a reload goes on where it stopped.
const GRANTS_KEY = 'kituo_uploads';
// Written out, for the build leaves the replies of contracts out of what browsers get.
const storedGrants = z.record(
  z.string(),
  z.object({
    uploadId: z.string(),
    uploadToken: z.string(),
    uploadPath: z.string(),
    chunkBytes: z.number(),
    chunks: z.number(),
    expiresAt: z.string(),
  }),
);
const CHUNK_TRIES = 3;

function grants(): Record<string, Grant> {
  const parsed = storedGrants.safeParse(readJson('session', GRANTS_KEY));
  return parsed.success ? parsed.data : {};
}

function keepGrant(id: string, grant: Grant | null): void {
  const { [id]: _replaced, ...others } = grants();
  writeJson('session', GRANTS_KEY, grant === null ? others : { ...others, [id]: grant });
}

function identity(file: File, options: UploadOptions): string {
  return [options.subjectType, options.subjectNo, file.name, file.size, file.lastModified].join('/');
}

function callOptions(options: UploadOptions) {
  return { showLoading: false, ...(options.signal && { signal: options.signal }) };
}

/** The grant of an earlier attempt with the chunks that arrived, or a new one. */
async function grantFor(file: File, options: UploadOptions): Promise<{ grant: Grant; received: ReadonlySet<number> }> {
  const id = identity(file, options);
  const earlier = grants()[id];
  if (earlier && Date.parse(earlier.expiresAt) > Date.now()) {
    try {
      const state = await call(
        uploadState,
        { uploadId: earlier.uploadId },
        { ...callOptions(options), quiet: true, headers: { 'upload-token': earlier.uploadToken } },
      );
      return { grant: earlier, received: new Set(state.received) };
    } catch (cause) {
      // A grant the server no longer knows is replaced; a lost network is not a reason to start over.
      if (!(cause instanceof ApiError) || cause.isNetwork || cause.isCancelled) throw cause;
    }
  }
  const grant = await call(token, { bytes: file.size }, callOptions(options));
  keepGrant(id, grant);
  return { grant, received: new Set() };
}

async function sendChunk(
  chunk: { grant: Grant; index: number; bytes: Blob; md5: string },
  options: UploadOptions,
  onProgress: (part: number) => void,
): Promise<void> {
  const { grant, index, bytes, md5 } = chunk;
  for (let tries = 1; ; tries += 1) {
    try {
      await call(
        uploadChunk,
        { uploadId: grant.uploadId, index },
        {
          ...callOptions(options),
          quiet: tries < CHUNK_TRIES,
          bytes,
          headers: { 'upload-token': grant.uploadToken, 'chunk-md5': md5 },
          onProgress,
        },
      );
      return;
    } catch (cause) {
      const mayRepeat = cause instanceof ApiError && (cause.isNetwork || cause.error === 'UPLOAD_CHUNK');
      if (!mayRepeat || tries === CHUNK_TRIES) throw cause;
    }
  }
}

/**
 * Uploads a file in chunks with MD5 and makes an attachment of it. Called again with the same file
 * it sends only the chunks that are missing.
 *
 * @throws ApiError the server's refusal, or `CANCELLED`
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<Attachment> {
  const { grant, received } = await grantFor(file, options);
  const hashes = await hashInWorker(file, grant.chunkBytes);
  let sent = [...received].length * grant.chunkBytes;
  for (const [index, md5] of hashes.chunks.entries()) {
    if (received.has(index)) continue;
    const from = index * grant.chunkBytes;
    const bytes = file.slice(from, Math.min(from + grant.chunkBytes, file.size));
    await sendChunk({ grant, index, bytes, md5 }, options, (part) => {
      options.onProgress?.(Math.min(1, (sent + part * bytes.size) / Math.max(1, file.size)));
    });
    sent += bytes.size;
  }
  const { subjectType, subjectNo } = options;
  const attachment = await call(
    saveAttach,
    {
      uploadToken: grant.uploadToken,
      fileName: file.name,
      md5: hashes.whole,
      subjectType,
      subjectNo,
    },
    // The upload's own id: saving twice after a lost reply makes one attachment.
    { ...callOptions(options), idempotencyKey: `upload-${grant.uploadId}`.slice(0, 64) },
  );
  keepGrant(identity(file, options), null);
  options.onProgress?.(1);
  return attachment;
}

/** Uploads a file of at most 512 KB in one call; larger ones go by {@link uploadFile}. */
export async function uploadSmallFile(file: File, options: UploadOptions): Promise<Attachment> {
  if (file.size > MAX_SMALL_FILE_BYTES) return uploadFile(file, options);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const md5 = createMd5();
  md5.update(bytes);
  const { subjectType, subjectNo } = options;
  return call(
    uploadAttach,
    {
      fileName: file.name,
      content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
      md5: md5.digest(),
      subjectType,
      subjectNo,
    },
    { ...callOptions(options), idempotencyKey: newIdempotencyKey() },
  );
}
