// Words that must not reach a customer, or are noticed.

import { defineModule } from '../../../define-module.ts';
import { hitExport } from './hits.ts';
import { importWordsKind } from './import.ts';
import { wordGroupExport } from './list.ts';
import { moveManyKind, switchManyKind } from './many.ts';
import { routes } from './routes.ts';
import { trialKind } from './trial.ts';

export { noteHits, refuseBlockedText, refuseBlockedWords, wordsFound } from './find-words.ts';

export const sensitiveWords = defineModule({
  name: 'sensitive-words',
  routes,
  jobs: [trialKind, switchManyKind, moveManyKind],
  imports: [importWordsKind],
  exports: [wordGroupExport.kind, hitExport.kind],
});
