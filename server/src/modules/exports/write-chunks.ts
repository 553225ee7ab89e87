import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Writes a file as fast as the disk takes it. Rejects with whatever making a chunk threw. */
export async function writeChunks(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(chunks, createWriteStream(path, { mode: 0o600 }));
}
