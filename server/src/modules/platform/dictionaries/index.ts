export { importEntriesKind } from './import.ts';
export { routes } from './routes.ts';
export { entryExport } from './export.ts';
