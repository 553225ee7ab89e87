export { CONTENT_TYPE, escapeFormula, exportKind, fileChunks } from './table.ts';
export type { Cell, Table, TableFormat } from './table.ts';
