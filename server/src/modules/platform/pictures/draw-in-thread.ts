import { boundedThreads } from '../../../bounded-thread.ts';

/** Twenty million pixels take some seconds. */
const inThread = boundedThreads({ withinMs: 15_000, memoryMb: 128 });

/**
 * The PNG with the mark drawn in, in a thread of its own: a file of some kilobytes can say that it has millions of
 * pixels, and whoever sent it is a stranger. Null where it cannot be read, or not in time.
 */
export async function drawInThread(content: Buffer, mark: string): Promise<Buffer | null> {
  const script = new URL('./picture-worker.ts', import.meta.url);
  const drawn = await inThread<Uint8Array | null>(script, { content: new Uint8Array(content), mark });
  return drawn instanceof Uint8Array ? Buffer.from(drawn) : null;
}
