import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pluginAdmin } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';

/** A package as it came, on disk until `discard`. */
export interface ReceivedPackage {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256, base64url. */
  readonly hash: string;
  discard(): Promise<void>;
}

const STALE_MS = 3_600_000;

export const tooLarge = () =>
  new AppError('PLUGIN_PACKAGE_TOO_LARGE', {
    facts: { maxMb: pluginAdmin.PACKAGE_MAX_BYTES / 1_000_000 },
  });

/**
 * Takes an upload into a file below `folder`. Half an upload leaves nothing behind.
 * @throws AppError PLUGIN_PACKAGE_TOO_LARGE, PLUGIN_PACKAGE_BROKEN_OFF, UNREADABLE_REQUEST
 */
export async function receivePackage(body: unknown, folder: string): Promise<ReceivedPackage> {
  if (!(body instanceof Readable)) throw new AppError('UNREADABLE_REQUEST');
  await mkdir(folder, { recursive: true });
  await removeStale(folder);
  const path = join(folder, `${randomUUID()}.tgz`);
  const discard = async () => await rm(path, { force: true });
  const hash = createHash('sha256');
  let bytes = 0;
  // Before the body is read: what breaks off at once leaves a file that is there to be discarded.
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(
      body,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          bytes += part.length;
          // Where the header said less than came, or nothing.
          if (bytes > pluginAdmin.PACKAGE_MAX_BYTES) throw tooLarge();
          hash.update(part);
          yield part;
        }
      },
      file.createWriteStream(),
    );
  } catch (cause) {
    await discard();
    if (cause instanceof AppError) throw cause;
    const isBrokenOff =
      cause instanceof Error &&
      'code' in cause &&
      (cause.code === 'ECONNRESET' || cause.code === 'ERR_STREAM_PREMATURE_CLOSE');
    throw isBrokenOff ? new AppError('PLUGIN_PACKAGE_BROKEN_OFF', { cause }) : cause;
  }
  return { path, bytes, hash: hash.digest('base64url'), discard };
}

/** What a process that was killed left behind. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}
