import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';

/** Bytes of every chunk but the last; MD5 is computed over chunks of this size. */
export const CHUNK_BYTES = 10_485_760;
/** The largest file the service takes. */
export const MAX_FILE_BYTES = 1_073_741_824;
/** The largest file `upload/attach` takes in one call. */
export const MAX_SMALL_FILE_BYTES = 524_288;

const md5 = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'MD5 as 32 lower-case hex digits'));
const fileName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(200, 'At most 200 characters'));
/** What the file belongs to: `user` and a userNo, `order` and an orderNo. */
const subject = {
  subjectType: z.string().check(z.regex(/^[a-z][A-Za-z]{0,31}$/)),
  subjectNo: businessNo,
};

export const attachment = z.object({
  attachId: z.string(),
  fileName: z.string(),
  /** Told by the content, never by the name. */
  contentType: z.string(),
  bytes: z.number(),
  md5: z.string(),
  subjectType: z.string(),
  subjectNo: z.string(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
  /** Whether the caller may delete it. */
  allowedActions: z.array(z.enum(['download', 'delete'])),
});
export type Attachment = z.output<typeof attachment>;

export const token = defineEndpoint({
  name: 'file.token',
  method: 'GET',
  path: 'token',
  access: 'signedIn',
  kind: 'query',
  summary: 'Grants one upload of a file of this size',
  request: z.object({
    bytes: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  }),
  reply: z.object({
    uploadId: z.string(),
    /** Signed; goes as `upload-token` with each chunk and with `save/attach`. */
    uploadToken: z.string(),
    /** Chunks are POSTed to `<uploadPath>/<uploadId>/<index>`, index from 0. */
    uploadPath: z.string(),
    chunkBytes: z.number(),
    chunks: z.number(),
    expiresAt: z.string(),
  }),
});

/**
 * A chunk: the raw bytes as `application/octet-stream`, with the headers `upload-token` and `chunk-md5`.
 * Sending a chunk again replaces it.
 */
export const uploadChunk = defineEndpoint({
  name: 'file.uploadChunk',
  method: 'POST',
  path: '/file-upload/{uploadId}/{index}',
  access: 'signedIn',
  kind: 'signal',
  summary: 'Takes one chunk of a granted upload',
  request: z.object({
    uploadId: businessNo,
    index: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
  }),
  reply: z.object({ received: z.array(z.number()) }),
});

export const uploadState = defineEndpoint({
  name: 'file.uploadState',
  method: 'GET',
  path: '/file-upload/{uploadId}',
  access: 'signedIn',
  kind: 'query',
  summary: 'Which chunks are there: a broken upload goes on with the others. Header `upload-token`',
  request: z.object({ uploadId: businessNo }),
  reply: z.object({ chunks: z.number(), received: z.array(z.number()) }),
});

export const saveAttach = defineEndpoint({
  name: 'file.saveAttach',
  method: 'POST',
  path: 'save/attach',
  access: 'signedIn',
  kind: 'command',
  summary: 'Turns a complete upload into an attachment, once its MD5 is right',
  request: z.strictObject({
    uploadToken: z.string().check(z.maxLength(400)),
    fileName,
    md5,
    ...subject,
  }),
  reply: attachment,
});

export const uploadAttach = defineEndpoint({
  name: 'file.uploadAttach',
  method: 'POST',
  path: 'upload/attach',
  access: 'signedIn',
  kind: 'command',
  summary: 'A small file in one call, at most 512 KB',
  request: z.strictObject({
    fileName,
    /** The content in base64. */
    content: z.string().check(z.minLength(4), z.maxLength(720_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    md5,
    ...subject,
  }),
  reply: attachment,
});

export const attachList = defineEndpoint({
  name: 'file.attachList',
  method: 'GET',
  path: 'attach/list',
  access: 'signedIn',
  kind: 'query',
  summary: 'The attachments of one thing, newest first',
  request: z.object(subject),
  reply: z.array(attachment),
});

export const attachDelete = defineEndpoint({
  name: 'file.attachDelete',
  method: 'POST',
  path: 'attach/delete',
  access: 'signedIn',
  kind: 'command',
  summary: 'Deletes an attachment of one’s own',
  request: z.strictObject({ attachId: businessNo }),
  reply: z.object({}),
});

export const attachDownload = defineEndpoint({
  name: 'file.attachDownload',
  method: 'GET',
  path: 'attach/download/{attachId}',
  access: 'signedIn',
  kind: 'query',
  replyForm: 'file',
  summary: 'The file itself, always as an attachment',
  request: z.object({ attachId: businessNo }),
  reply: z.unknown(),
});
