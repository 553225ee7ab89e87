import type { RowWriter } from './cells.ts';
import type { ByteSource } from './byte-source.ts';
import type { PackedFields, PackedPart } from './packed-part.ts';

/** A power of two. */
const SLOTS = 4_096;
/** Longer fields are shown again each time, as is what a file makes of them. */
const [LONGEST, LONGEST_WRITTEN] = [64, 256];
/** After so many misses it is plain whether fields repeat themselves. */
const TRIED = 16_384;
const WORD = 4;

function sourceOf(length: number): ByteSource {
  const bytes = Buffer.alloc(length + WORD);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/**
 * Cells side by side, kept as the file has them by the bytes of their fields: a department, a branch and a merchant
 * stand together in thousands of rows and are looked up and written once. Given up where fields do not repeat themselves.
 */
export class KeptCells implements PackedPart {
  readonly width: number;
  readonly #part: PackedPart;
  readonly #keys = sourceOf(SLOTS * LONGEST);
  readonly #keyLengths = new Int32Array(SLOTS).fill(-1);
  readonly #written = sourceOf(SLOTS * LONGEST_WRITTEN);
  readonly #writtenLengths = new Int32Array(SLOTS);
  #hits = 0;
  #misses = 0;

  constructor(part: PackedPart) {
    this.#part = part;
    this.width = part.width;
  }

  write(writer: RowWriter, column: number, fields: PackedFields, cell: number): void {
    const from = fields.startOf(cell);
    const to = fields.endOf(cell + this.width - 1);
    if (to - from > LONGEST || (this.#misses > TRIED && this.#misses > this.#hits)) {
      return this.#part.write(writer, column, fields, cell);
    }
    const { out } = writer;
    const slot = slotOf(fields.rows, from, to);
    if (this.#holds(slot, fields.rows, from, to)) {
      this.#hits += 1;
      const start = slot * LONGEST_WRITTEN;
      out.reserve(LONGEST_WRITTEN);
      out.copy(this.#written, start, start + (this.#writtenLengths[slot] ?? 0));
      return;
    }
    this.#misses += 1;
    const { place } = out;
    this.#part.write(writer, column, fields, cell);
    const written = out.since(place);
    if (written === null || written.length > LONGEST_WRITTEN) return;
    this.#keyLengths[slot] = fields.rows.bytes.copy(this.#keys.bytes, slot * LONGEST, from, to);
    this.#writtenLengths[slot] = written.copy(this.#written.bytes, slot * LONGEST_WRITTEN);
  }

  #holds(slot: number, { view }: ByteSource, from: number, to: number): boolean {
    const length = to - from;
    if (this.#keyLengths[slot] !== length) return false;
    const keys = this.#keys.view;
    const key = slot * LONGEST;
    for (let at = 0; at < length; at += WORD) {
      if (wordAt(keys, key + at, length - at) !== wordAt(view, from + at, length - at)) return false;
    }
    return true;
  }

  /** What was kept is of another file. */
  forget(): void {
    this.#keyLengths.fill(-1);
    this.#part.forget();
  }
}

function slotOf({ view }: ByteSource, from: number, to: number): number {
  const length = to - from;
  let hash = length;
  for (let at = 0; at < length; at += WORD) {
    hash = Math.imul(hash ^ wordAt(view, from + at, length - at), 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash & (SLOTS - 1);
}

/** Up to four bytes as a number; those past the end do not count. */
function wordAt(view: DataView, at: number, left: number): number {
  const word = view.getInt32(at, true);
  return left >= WORD ? word : word & ((1 << (left * 8)) - 1);
}
