import { hashFile } from './hash-file.ts';
import type { FileHashes } from './hash-file.ts';
import type { HashReply, HashRequest } from './md5.worker.ts';
import { hashWorkerUrl } from './worker-url.ts';

/** Hashes a file in a worker; on the page itself, in short stretches, where no worker can be had. */
export function hashInWorker(file: Blob, chunkBytes: number): Promise<FileHashes> {
  const workerUrl = hashWorkerUrl();
  if (workerUrl === null || typeof Worker === 'undefined') return hashFile(file, chunkBytes);
  const worker = new Worker(workerUrl);
  return new Promise<FileHashes>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<HashReply>) => {
      if ('hashes' in data) resolve(data.hashes);
      else reject(new Error(data.fault));
    };
    // A worker that cannot start is no reason not to upload.
    worker.onerror = () => {
      resolve(hashFile(file, chunkBytes));
    };
    worker.postMessage({ file, chunkBytes } satisfies HashRequest);
  }).finally(() => {
    worker.terminate();
  });
}
