import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { AppError } from '../../../http/app-error.ts';
import { type FileStore, GatewayError } from '../gateways/index.ts';

/**
 * The store as modules use it: where it cannot be reached they get FILE_STORE_AWAY, and the log hears why. What
 * the content itself throws stays what it is.
 */
export function tellingStore(store: FileStore, log: Logger): FileStore {
  const away = (error: unknown): unknown => {
    if (!(error instanceof GatewayError)) return error;
    log.warn({ err: error }, 'the file store is away');
    return new AppError('FILE_STORE_AWAY', { cause: error });
  };
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw away(error);
    }
  };
  return {
    write: async (key, content) => await told(store.write(key, content)),
    remove: async (key) => await told(store.remove(key)),
    async read(key) {
      const content = await told(store.read(key));
      return content && Readable.from(toldWhile(content, away), { objectMode: false });
    },
    async *list(prefix) {
      try {
        yield* store.list(prefix);
      } catch (error) {
        throw away(error);
      }
    },
  };
}

/** A stream fails in words of the socket or the disk: whatever they are, the store did not give the whole file. */
async function* toldWhile(content: Readable, away: (error: unknown) => unknown): AsyncGenerator<Buffer> {
  try {
    for await (const piece of content) {
      const bytes: Buffer = piece;
      yield bytes;
    }
  } catch (error) {
    throw away(new GatewayError('UNKNOWN', 'the file broke off', { cause: error }));
  }
}
