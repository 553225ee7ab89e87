export { sayIn } from './label.ts';
export { offeredLanguages, textRevisions, withTextRevisions } from './offered.ts';
export { announceLanguages } from './announce.ts';
export { sectionsSaying, sayInstead } from './codes.ts';
export { routes } from './routes.ts';
export { exportTextsKind, importTextsKind } from './transfer.ts';
export { languageExport, missingExport } from './export.ts';
