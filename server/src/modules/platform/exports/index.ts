// Tables as CSV and XLSX files.

export { addressed, type WorkbookBounds } from './addressed.ts';
export { readDocument } from './read-document.ts';
export { readWorkbook } from './read-workbook.ts';
export type { Cell, Table, WrittenRows } from './cells.ts';
export { codeWordsOf, headOf, kes, rowWriter, yesOrNo } from './columns.ts';
export type { CodeWords, ListColumn } from './columns.ts';
export { type CopiedColumn, copiedExport } from './copied-export.ts';
export { everyPage, exportOf, listExport, withPaths } from './list-export.ts';
export { PackedRows, unescaped } from './packed.ts';
export type { PackedColumn } from './packed-parts.ts';
export { CONTENT_TYPE, exportKind, fileChunks } from './table.ts';
export type { TableFormat } from './table.ts';
export { zipChunks } from './zip.ts';
