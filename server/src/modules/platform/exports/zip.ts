import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Told of each buffer of the content once it is compressed. */
  readonly release?: (chunk: Buffer) => void;
}

/** Sizes are written in 32 bits: what does not fit would be a broken file. */
const MAX_BYTES = 0xffff_ffff;
/** Sizes and checksum follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** 1980-01-01, the first date the format knows: the same table makes the same bytes. */
const DATE = 0x0021;

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

function localHeader(name: Buffer): Buffer {
  const head = numbers(
    [0x0403_4b50, 4],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [name.length, 2],
    [0, 2],
  );
  return Buffer.concat([head, name]);
}

function centralHeader({ name, offset, crc, packed, size }: Written): Buffer {
  const head = numbers(
    [0x0201_4b50, 4],
    [VERSION, 2],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
    [crc, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  );
  return Buffer.concat([head, name]);
}

/** What the content of an entry comes to, known at its end. */
interface Measured {
  crc: number;
  size: number;
}

/** Pieces compressed at a time, while the next is made. */
const AT_ONCE = 3;

/** Ends a stream of blocks: one that is the last, and empty. */
const LAST_BLOCK = Buffer.from([3, 0]);

const pack = promisify(deflateRaw);

/**
 * Compresses the content in the thread pool, piece by piece and some at once: each ends at a whole byte (a sync
 * flush), so that one after the other they are one stream.
 */
async function* deflated({ content, release }: ZipEntry, measured: Measured): AsyncGenerator<Buffer> {
  const packed: Promise<Buffer>[] = [];
  for await (const chunk of content) {
    measured.crc = crc32(chunk, measured.crc);
    measured.size += chunk.length;
    // Level 1: a third of the time of the default for a file a tenth larger.
    const piece = pack(chunk, {
      level: 1,
      chunkSize: 262_144,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    packed.push(piece.finally(() => release?.(chunk)));
    // Awaited in its turn, which may never come.
    packed.at(-1)?.catch(() => undefined);
    const first = packed.length > AT_ONCE ? packed.shift() : undefined;
    if (first) yield await first;
  }
  for (const piece of packed) yield await piece;
  yield LAST_BLOCK;
}

/**
 * A zip file, made while it is read: each entry is compressed in the thread pool as it comes, so neither
 * memory nor the event loop feels its size. Throws RangeError past 4 GiB.
 */
export async function* zipChunks(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    const start = offset;
    const header = localHeader(name);
    offset += header.length;
    yield header;
    const measured: Measured = { crc: 0, size: 0 };
    let packed = 0;
    for await (const chunk of deflated(entry, measured)) {
      packed += chunk.length;
      yield chunk;
    }
    const { crc, size } = measured;
    const descriptor = numbers([0x0807_4b50, 4], [crc, 4], [packed, 4], [size, 4]);
    offset += packed + descriptor.length;
    if (offset > MAX_BYTES || size > MAX_BYTES) throw new RangeError('the file is past 4 GiB');
    yield descriptor;
    written.push({ name, offset: start, crc, packed, size });
  }
  const central = Buffer.concat(written.map(centralHeader));
  yield central;
  yield numbers(
    [0x0605_4b50, 4],
    [0, 2],
    [0, 2],
    [written.length, 2],
    [written.length, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  );
}
