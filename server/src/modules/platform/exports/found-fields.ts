import { isAscii } from 'node:buffer';
import type { CopiedRows } from '../../../db/copy-out.ts';

const [TAB, LINE_FEED, BLANK] = [0x09, 0x0a, 0x20];

/** What the bytes of a field are: a sum of these. */
export const ORDINARY = 0;
/** Something else may be made of it: by COPY, which wrote a backslash, or by a format. */
export const ODD = 1;
const NOT_ASCII = 2;

const ODD_BYTES = Buffer.from('\\",&<>');
const KINDS = new Uint8Array(256).fill(ODD, 0, BLANK).fill(NOT_ASCII, 0x80);
for (const byte of ODD_BYTES) KINDS[byte] = ODD;
// It begins characters that XML cannot hold.
KINDS[0xef] = ODD | NOT_ASCII;

/** Where the fields of copied rows end, row after row, and what kind of bytes they hold. */
export class FoundFields {
  ends = new Int32Array(0);
  #kinds = new Uint8Array(0);
  #areOrdinary = true;

  /**
   * @returns how many rows there are
   * @throws Error where they have not so many fields
   */
  find({ bytes, length }: CopiedRows, fields: number): number {
    // A field takes a byte at least, and room for the next rows is wanted as well.
    if (this.ends.length < length) this.ends = new Int32Array(length * 2);
    const text = bytes.subarray(0, length);
    // Asked of all bytes at once; most rows are so.
    let cells =
      isAscii(text) && !ODD_BYTES.some((byte) => text.includes(byte)) ? findEnds(text, fields, this.ends) : null;
    this.#areOrdinary = cells !== null;
    if (cells === null) {
      if (this.#kinds.length < length) this.#kinds = new Uint8Array(length * 2);
      cells = findKinds(text, fields, this.ends, this.#kinds);
    }
    if (cells % fields !== 0) throw new Error('other fields than were asked for');
    return cells / fields;
  }

  kindOf(cell: number): number {
    return this.#areOrdinary ? ORDINARY : (this.#kinds[cell] ?? ORDINARY);
  }
}

/** @returns how many fields there are; null where a row has more or fewer, or holds other control characters. */
function findEnds(bytes: Uint8Array, fields: number, ends: Int32Array): number | null {
  let cell = 0;
  let left = fields;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= BLANK) continue;
    left -= 1;
    // A row's last field ends with the row, the others never do.
    if (byte !== (left === 0 ? LINE_FEED : TAB)) return null;
    if (left === 0) left = fields;
    ends[cell] = at;
    cell += 1;
  }
  return cell;
}

/** The same, with the kinds of bytes in each field; no whole number of rows where one has more or fewer. */
function findKinds(bytes: Uint8Array, fields: number, ends: Int32Array, kinds: Uint8Array): number {
  let cell = 0;
  let left = fields;
  let kind = ORDINARY;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== TAB && byte !== LINE_FEED) {
      kind |= KINDS[byte] ?? ORDINARY;
      continue;
    }
    left -= 1;
    if (byte !== (left === 0 ? LINE_FEED : TAB)) return Number.NaN;
    if (left === 0) left = fields;
    ends[cell] = at;
    kinds[cell] = kind;
    kind = ORDINARY;
    cell += 1;
  }
  return cell;
}
