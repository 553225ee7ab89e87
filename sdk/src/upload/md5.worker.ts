import { hashFile } from './hash-file.ts';
import type { FileHashes } from './hash-file.ts';

/** What the page sends. */
export interface HashRequest {
  readonly file: Blob;
  readonly chunkBytes: number;
}
/** What comes back, once. */
export type HashReply = { readonly hashes: FileHashes } | { readonly fault: string };

addEventListener('message', ({ data }: MessageEvent<HashRequest>) => {
  hashFile(data.file, data.chunkBytes).then(
    (hashes) => {
      postMessage({ hashes } satisfies HashReply);
    },
    (cause: unknown) => {
      postMessage({ fault: String(cause) } satisfies HashReply);
    },
  );
});
