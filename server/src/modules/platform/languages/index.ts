// Languages and the texts that are edited here.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { importTextsKind, exportTextsKind } from './transfer.ts';
import { languageExport, missingExport } from './export.ts';

export { sayIn } from './label.ts';
export { offeredLanguages, textRevisions, withTextRevisions } from './offered.ts';
export { refuseUnwritten } from './written.ts';
export { announceLanguages } from './announce.ts';
export { sectionsSaying, sayInstead } from './codes.ts';

export const languages = defineModule({
  name: 'languages',
  routes,
  imports: [importTextsKind],
  exports: [exportTextsKind, languageExport.kind, missingExport.kind],
});
