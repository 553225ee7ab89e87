import type { ByteSource, RowWriter } from './cells.ts';

/** A power of two. */
const SLOTS = 1_024;
/** Longer texts are shown anew each time, as is what a file makes of them. */
const [LONGEST, LONGEST_ENCODED] = [48, 128];
/** After so many misses it is plain whether a column repeats itself. */
const TRIED = 8_192;
const WORD = 4;

function sourceOf(length: number): ByteSource {
  const bytes = Buffer.alloc(length + WORD);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/**
 * What a column shows of texts, kept by their bytes as the file writes it: a name of a department stands in most
 * rows and is looked up once. A column whose texts do not repeat, such as phones, is not kept.
 */
export class ShownTexts {
  readonly #show: (text: string) => string;
  readonly #keys = sourceOf(SLOTS * LONGEST);
  readonly #keyLengths = new Int32Array(SLOTS).fill(-1);
  readonly #encoded = sourceOf(SLOTS * LONGEST_ENCODED);
  readonly #encodedLengths = new Int32Array(SLOTS);
  #slot = 0;
  #hits = 0;
  #misses = 0;

  constructor(show: (text: string) => string) {
    this.#show = show;
  }

  /** Writes what is shown of these bytes, where that is known. */
  write(writer: RowWriter, column: number, source: ByteSource, from: number, to: number): boolean {
    const slot = this.#find(source, from, to);
    if (slot < 0) return false;
    const start = slot * LONGEST_ENCODED;
    writer.encoded(column, this.#encoded, start, start + (this.#encodedLengths[slot] ?? 0));
    return true;
  }

  #find({ view }: ByteSource, from: number, to: number): number {
    const length = to - from;
    if (length > LONGEST || this.#isGivenUp()) return -1;
    let hash = length;
    for (let at = 0; at < length; at += WORD) {
      hash = Math.imul(hash ^ wordAt(view, from + at, length - at), 0x9e37_79b1);
    }
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    this.#slot = slot;
    if (this.#keyLengths[slot] !== length) return -1;
    const keys = this.#keys.view;
    const key = slot * LONGEST;
    for (let at = 0; at < length; at += WORD) {
      if (wordAt(keys, key + at, length - at) !== wordAt(view, from + at, length - at)) return -1;
    }
    this.#hits += 1;
    return slot;
  }

  /** Writes the text of bytes that {@link write} has just not known. */
  writeNew(
    writer: RowWriter,
    column: number,
    of: { readonly source: ByteSource; readonly from: number; readonly to: number; text: string },
  ): void {
    const shown = this.#show(of.text);
    writer.cell(column, shown);
    const { source, from, to } = of;
    if (to - from > LONGEST || this.#isGivenUp()) return;
    this.#misses += 1;
    const slot = this.#slot;
    // Nothing is known of the slot where what it shows cannot be kept.
    this.#keyLengths[slot] = -1;
    const encoded = writer.encode(shown);
    if (encoded === null || encoded.length > LONGEST_ENCODED) return;
    this.#keyLengths[slot] = source.bytes.copy(this.#keys.bytes, slot * LONGEST, from, to);
    this.#encodedLengths[slot] = encoded.copy(this.#encoded.bytes, slot * LONGEST_ENCODED);
  }

  /** What was kept was of another format. */
  forget(): void {
    this.#keyLengths.fill(-1);
  }

  #isGivenUp(): boolean {
    return this.#misses > TRIED && this.#misses > this.#hits;
  }
}

/** Up to four bytes as a number; those past the end do not count. */
function wordAt(view: DataView, at: number, left: number): number {
  const word = view.getInt32(at, true);
  return left >= WORD ? word : word & ((1 << (left * 8)) - 1);
}
