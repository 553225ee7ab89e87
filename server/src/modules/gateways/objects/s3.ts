import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { GatewayError } from '../gateway-error.ts';
import type { ObjectStore } from '../ports.ts';

export interface ObjectStoreOptions {
  /** `https://s3.eu-west-1.amazonaws.com`, or any store that speaks S3. */
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly timeoutMs: number;
}

/** Any store with S3's API, buckets as the first part of the path. */
export function createObjectStore(options: ObjectStoreOptions): ObjectStore & { close(): void } {
  const { bucket: Bucket } = options;
  const client = new S3Client({
    endpoint: options.url,
    region: options.region,
    forcePathStyle: true,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    requestHandler: {
      requestTimeout: options.timeoutMs,
      connectionTimeout: options.timeoutMs,
      // Else a store that falls silent is waited for without end.
      throwOnRequestTimeout: true,
    },
    maxAttempts: 3,
  });
  return {
    async put(key, content, contentType) {
      await asGateway(async () => {
        await client.send(
          new PutObjectCommand({ Bucket, Key: key, Body: content, ContentType: contentType }),
        );
      });
    },
    async get(key) {
      return await asGateway(async () => {
        try {
          const found = await client.send(new GetObjectCommand({ Bucket, Key: key }));
          const content = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
          return { content, contentType: found.ContentType ?? 'application/octet-stream' };
        } catch (error) {
          if (error instanceof NoSuchKey) return null;
          throw error;
        }
      });
    },
    async remove(key) {
      await asGateway(async () => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
      });
    },
    async signedUrl(key, seconds) {
      return await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: key }), {
        expiresIn: seconds,
      });
    },
    close: () => client.destroy(),
  };
}

/** Writing the same key again writes the same file, so a doubt is no danger here. */
async function asGateway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAnswer = error instanceof S3ServiceException && error.$fault === 'client';
    const message = error instanceof Error ? error.message : 'the file store failed';
    throw new GatewayError(isAnswer ? 'REFUSED' : 'UNKNOWN', message, { cause: error });
  }
}
