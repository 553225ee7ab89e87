export { offeredLanguages, textRevisions, withTextRevisions } from './offered.ts';
export { routes } from './routes.ts';
export { exportTextsKind, importTextsKind } from './transfer.ts';
