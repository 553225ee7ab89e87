import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { file } from '@kituo/sdk/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../http/app-error.ts';
import { type Call, implement } from '../../../http/implement.ts';
import { minutesAndSeconds } from '../../../http/minutes-and-seconds.ts';
import { watermarked } from '../pictures/index.ts';
import { attach, deleteAttachment, findAttachment, listAttachments } from './attachments.ts';
import { checkSubject } from './subjects.ts';
import { readGrant, signGrant, type UploadGrant } from './upload-token.ts';

const GRANTED_MS = 6 * 3_600_000;
const UPLOAD_PATH = '/file-upload';

/** Grants a person may ask one process for in an hour: a form takes at most twenty files. */
export const MAX_GRANTS_AN_HOUR = 300;
const limiter = new RateLimiterMemory({ points: MAX_GRANTS_AN_HOUR, duration: 3_600 });

/** Throws TOO_MANY_REQUESTS. */
async function countGrant(userNo: string): Promise<void> {
  try {
    await limiter.consume(userNo);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const waitSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    throw new AppError('TOO_MANY_REQUESTS', { facts: { wait: minutesAndSeconds(waitSeconds), waitSeconds } });
  }
}

const chunksOf = (bytes: number) => Math.ceil(bytes / file.CHUNK_BYTES);

function bytesOfChunk(bytes: number, index: number): number {
  return Math.min(file.CHUNK_BYTES, bytes - index * file.CHUNK_BYTES);
}

/** The grant in the header `upload-token`, for exactly this upload. Throws UPLOAD_TOKEN. */
async function grantOf(call: Call, uploadId: string): Promise<UploadGrant> {
  const token = call.raw.request.headers['upload-token'];
  const grant = await readGrant(call.db, token, call.caller.userNo);
  if (grant.uploadId !== uploadId) throw new AppError('UPLOAD_TOKEN');
  return grant;
}

/** The bytes of a chunk. Throws UPLOAD_CHUNK where size or MD5 are not what they should be. */
function chunkOf(call: Call, expectedBytes: number): Buffer {
  const content = call.raw.request.body;
  const md5 = call.raw.request.headers['chunk-md5'];
  if (!Buffer.isBuffer(content) || content.length !== expectedBytes) throw new AppError('UPLOAD_CHUNK');
  if (createHash('md5').update(content).digest('hex') !== md5) throw new AppError('UPLOAD_CHUNK');
  return content;
}

export const routes = [
  implement(file.token, async ({ bytes }, { caller, db }) => {
    await countGrant(caller.userNo);
    if (bytes > file.MAX_FILE_BYTES) {
      throw new AppError('FILE_TOO_LARGE', { facts: { maxMb: file.MAX_FILE_BYTES / 1_048_576 } });
    }
    const uploadId = randomUUID();
    const expiresAt = Date.now() + GRANTED_MS;
    const grant = { uploadId, userNo: caller.userNo, bytes, expiresAt };
    return {
      uploadId,
      uploadToken: await signGrant(db, grant),
      uploadPath: UPLOAD_PATH,
      chunkBytes: file.CHUNK_BYTES,
      chunks: chunksOf(bytes),
      expiresAt: new Date(expiresAt).toISOString(),
    };
  }),
  implement(file.uploadChunk, async ({ uploadId, index }, call) => {
    const { bytes } = await grantOf(call, uploadId);
    if (index >= chunksOf(bytes)) throw new AppError('UPLOAD_CHUNK');
    await call.services.files.putChunk(uploadId, index, chunkOf(call, bytesOfChunk(bytes, index)));
    return { received: await call.services.files.chunks(uploadId) };
  }),
  implement(file.uploadState, async ({ uploadId }, call) => {
    const { bytes } = await grantOf(call, uploadId);
    return { chunks: chunksOf(bytes), received: await call.services.files.chunks(uploadId) };
  }),
  implement(file.saveAttach, async ({ uploadToken, ...request }, call) => {
    const { files } = call.services;
    const { uploadId, bytes } = await readGrant(call.tx, uploadToken, call.caller.userNo);
    await checkSubject(call.tx, call, request);
    const chunks = chunksOf(bytes);
    if ((await files.chunks(uploadId)).length !== chunks) throw new AppError('UPLOAD_CHUNK');
    const attachment = await attach(call, await files.measure(uploadId, chunks), request);
    call.afterCommit(async () => await files.forget(uploadId));
    return attachment;
  }),
  implement(file.uploadAttach, async ({ content, ...request }, call) => {
    await checkSubject(call.tx, call, request);
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > file.MAX_SMALL_FILE_BYTES) {
      throw new AppError('FILE_TOO_LARGE', { facts: { maxMb: 0.5 }, fields: ['content'] });
    }
    return await attach(call, await call.services.files.measureBuffer(bytes), request);
  }),
  implement(file.attachList, async (subject, call) => await listAttachments(call.db, call, subject)),
  implement(file.attachDelete, async ({ attachId }, call) => {
    await deleteAttachment(call, attachId);
    return {};
  }),
  implement(file.attachDownload, async ({ attachId }, call) => {
    const { caller, services } = call;
    const row = await findAttachment(call.db, call, attachId);
    const content = await services.files.read(row.contentHash);
    const { fileName, contentType } = row;
    const isEvidence = row.subjectType === 'order' && contentType.startsWith('image/');
    if (!isEvidence) return { fileName, contentType, content };
    // Pictures of an order show people: they leave with the name of whoever looks at them.
    const mark = `${caller.realName} ${caller.userNo} ${new Date().toISOString().slice(0, 16)}Z`;
    return { fileName, ...(await watermarked(await buffer(content), contentType, mark)) };
  }),
];
