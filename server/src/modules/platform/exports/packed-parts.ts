import type { Mask } from '../masking/index.ts';
import { ODD, ORDINARY } from './found-fields.ts';
import { cents } from './packed-cents.ts';
import { KeptCells } from './kept-cells.ts';
import type { PackedPart } from './packed-part.ts';

/** What a column shows of the text that was read; the text itself where it says nothing. */
export interface PackedColumn {
  readonly show?: ((text: string) => string) | undefined;
  /** Instead of `show`. */
  readonly mask?: Mask | undefined;
  /** Instead of both: cents as shillings, `1234.50`; a number that Excel takes for one. */
  readonly is?: 'cents' | 'number' | undefined;
}

const keepsNothing = (): void => undefined;

const asRead: PackedPart = {
  width: 1,
  write(writer, column, fields, cell) {
    const { rows } = fields;
    if ((fields.kindOf(cell) & ODD) !== 0) writer.cell(column, fields.textOf(cell));
    else writer.plain(column, rows, fields.startOf(cell), fields.endOf(cell));
  },
  forget: keepsNothing,
};

const shown = (show: (text: string) => string): PackedPart => ({
  width: 1,
  write(writer, column, fields, cell) {
    writer.cell(column, show(fields.textOf(cell)));
  },
  forget: keepsNothing,
});

const masked = ({ text, inPlace }: Mask): PackedPart => ({
  width: 1,
  write(writer, column, fields, cell) {
    if (fields.kindOf(cell) !== ORDINARY) return writer.cell(column, text(fields.textOf(cell)));
    const from = fields.startOf(cell);
    const to = fields.endOf(cell);
    inPlace(fields.rows.bytes, from, to);
    writer.plain(column, fields.rows, from, to);
  },
  forget: keepsNothing,
});

const number: PackedPart = {
  width: 1,
  write(writer, column, fields, cell) {
    const text = fields.textOf(cell);
    writer.cell(column, text === '' ? null : Number(text));
  },
  forget: keepsNothing,
};

const sideBySide = (parts: readonly PackedPart[]): PackedPart => ({
  width: parts.length,
  write(writer, column, fields, cell) {
    for (let at = 0; at < parts.length; at += 1) {
      parts[at]?.write(writer, column + at, fields, cell + at);
    }
  },
  forget() {
    for (const part of parts) part.forget();
  },
});

/** At most so many are kept together: of more, no two rows would be alike. */
const TOGETHER = 4;

/** Columns as parts: those that show something else of what is read are kept, and together where they are neighbours. */
export function partsOf(columns: readonly PackedColumn[]): readonly PackedPart[] {
  const parts: PackedPart[] = [];
  let run: PackedPart[] = [];
  const endRun = () => {
    if (run.length > 1) parts.push(new KeptCells(sideBySide(run)));
    else parts.push(...run);
    run = [];
  };
  for (const { show, mask, is } of columns) {
    if (run.length === TOGETHER || mask !== undefined || show === undefined) endRun();
    if (is !== undefined) parts.push(is === 'cents' ? cents() : new KeptCells(number));
    else if (mask !== undefined) parts.push(masked(mask));
    else if (show === undefined) parts.push(asRead);
    else run.push(new KeptCells(shown(show)));
  }
  endRun();
  return parts;
}
