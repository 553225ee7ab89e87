import { createMd5 } from './md5.ts';

/** MD5 of a file and of each of its chunks, as they are read. */
export interface FileHashes {
  /** Of the chunks, in order. */
  readonly chunks: readonly string[];
  readonly whole: string;
}

/** Bytes hashed at a stretch: about 10 ms, so that a page without a worker still answers. */
const STRETCH_BYTES = 1_048_576;

/** Reads a file chunk by chunk and hashes it. An empty file has one empty chunk. */
export async function hashFile(file: Blob, chunkBytes: number): Promise<FileHashes> {
  const whole = createMd5();
  const chunks: string[] = [];
  let from = 0;
  do {
    const chunk = createMd5();
    const to = Math.min(from + chunkBytes, file.size);
    while (from < to) {
      const end = Math.min(from + STRETCH_BYTES, to);
      const bytes = new Uint8Array(await file.slice(from, end).arrayBuffer());
      chunk.update(bytes);
      whole.update(bytes);
      from = end;
    }
    chunks.push(chunk.digest());
  } while (from < file.size);
  return { chunks, whole: whole.digest() };
}
