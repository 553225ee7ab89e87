import type { CopiedRows } from '../../../db/copy-out.ts';
import type { RowWriter } from './cells.ts';

/** The fields of a batch, numbered row after row. */
export interface PackedFields {
  readonly rows: CopiedRows;
  startOf(cell: number): number;
  endOf(cell: number): number;
  kindOf(cell: number): number;
  textOf(cell: number): string;
}

/** Columns side by side that are written in one way. */
export interface PackedPart {
  readonly width: number;
  write(writer: RowWriter, column: number, fields: PackedFields, cell: number): void;
  forget(): void;
}
