import type { PackedPart } from './packed-part.ts';

const [MINUS, DOT, ZERO] = [45, 46, 48];
/** Digits that are always written: `0.05`. */
const LEAST = 3;
const DECIMALS = 2;
/** The sign, 19 digits of a bigint, the point; who copies by fours reads three bytes more. */
const ROOM = 24;

/** Cents as shillings, `1234.50`, digit by digit: making a number of each costs more than the rest of a row. */
export function cents(): PackedPart {
  const bytes = Buffer.alloc(ROOM);
  const written = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  return {
    width: 1,
    write(writer, column, fields, cell) {
      const source = fields.rows.bytes;
      const start = fields.startOf(cell);
      const to = fields.endOf(cell);
      if (start === to) return writer.plain(column, fields.rows, start, to);
      const isBelow = source[start] === MINUS;
      const from = isBelow ? start + 1 : start;
      const digits = Math.max(LEAST, to - from);
      bytes[0] = MINUS;
      let end = isBelow ? 1 : 0;
      for (let digit = 0; digit < digits; digit += 1) {
        if (digit === digits - DECIMALS) {
          bytes[end] = DOT;
          end += 1;
        }
        const at = to - digits + digit;
        bytes[end] = at < from ? ZERO : (source[at] ?? ZERO);
        end += 1;
      }
      writer.plain(column, written, 0, end);
    },
    forget: () => undefined,
  };
}
