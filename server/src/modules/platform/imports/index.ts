export { importColumns, orNull } from './cells.ts';
export { createImportKinds, importJob } from './kinds.ts';
export type { Cells, ImportKind, ImportKinds } from './kinds.ts';
export { routes } from './routes.ts';
