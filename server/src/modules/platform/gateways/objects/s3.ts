import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { GatewayError } from '../gateway-error.ts';
import type { FileStore, StoredKey } from '../ports.ts';
import { partsOf } from './parts.ts';

export interface S3StoreOptions {
  /** `https://s3.eu-west-1.amazonaws.com`, or any store that speaks S3. */
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly timeoutMs: number;
}

/** S3 takes no part below 5 MiB but the last, and 10,000 of them: 78 GiB a file. */
const PART_BYTES = 8_388_608;

const md5 = (content: Buffer): string => createHash('md5').update(content).digest('base64');

/** Any store with S3's API, buckets as the first part of the path. Holds two parts of a file in memory. */
export function createS3Store(options: S3StoreOptions): FileStore & { close(): void } {
  const { bucket: Bucket, timeoutMs } = options;
  const client = new S3Client({
    endpoint: options.url,
    region: options.region,
    forcePathStyle: true,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Stores other than Amazon's know the MD5 of a part, and not all of them the newer sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      requestTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      // Of a body that stops in its middle.
      socketTimeout: timeoutMs,
      // Else a store that falls silent is waited for without end.
      throwOnRequestTimeout: true,
    },
    maxAttempts: 3,
  });

  async function writeParts(Key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const place = { Bucket, Key };
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    let UploadId: string | undefined;
    const send = async (Body: Buffer): Promise<void> => {
      UploadId ??= (await asked(() => client.send(new CreateMultipartUploadCommand(place)))).UploadId;
      const part = { ...place, UploadId, PartNumber: Parts.length + 1 };
      const { ETag } = await asked(() => client.send(new UploadPartCommand({ ...part, Body, ContentMD5: md5(Body) })));
      Parts.push({ PartNumber: part.PartNumber, ETag });
    };
    try {
      let last: Buffer | undefined;
      for await (const part of partsOf(content, PART_BYTES)) {
        if (last) await send(last);
        last = part;
      }
      const Body = last ?? Buffer.alloc(0);
      if (Parts.length === 0) {
        const whole = new PutObjectCommand({ ...place, Body, ContentMD5: md5(Body) });
        await asked(() => client.send(whole));
        return;
      }
      await send(Body);
      const done = { ...place, UploadId, MultipartUpload: { Parts } };
      await asked(() => client.send(new CompleteMultipartUploadCommand(done)));
    } catch (error) {
      // Parts nobody joins are stored and paid for. Where the store is away, its own rule clears them.
      if (UploadId !== undefined) {
        await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
      }
      throw error;
    }
  }

  return {
    write: writeParts,
    async read(Key) {
      return await asked(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
          return Body instanceof Readable ? Body : Readable.from([]);
        } catch (error) {
          if (error instanceof NoSuchKey) return null;
          throw error;
        }
      });
    },
    async remove(Key) {
      await asked(() => client.send(new DeleteObjectCommand({ Bucket, Key })));
    },
    async *list(Prefix): AsyncGenerator<StoredKey> {
      let ContinuationToken: string | undefined;
      do {
        const question = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const found: ListObjectsV2CommandOutput = await asked(() => client.send(question));
        for (const { Key, LastModified } of found.Contents ?? []) {
          if (Key !== undefined && LastModified) yield { key: Key, changedAt: LastModified };
        }
        ContinuationToken = found.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    close: () => client.destroy(),
  };
}

/** Writing the same key again writes the same file, so a doubt is no danger here. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAnswer = error instanceof S3ServiceException && error.$fault === 'client';
    const message = error instanceof Error ? error.message : 'the file store failed';
    throw new GatewayError(isAnswer ? 'REFUSED' : 'UNKNOWN', message, { cause: error });
  }
}
