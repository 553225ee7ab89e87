export { batchExport } from './export.ts';
export { retrievalImportKind } from './import.ts';
export { routes } from './routes.ts';
export { releaseRetrievalKind, retrieveKind } from './run.ts';
