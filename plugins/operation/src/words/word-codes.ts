import type { sensitiveWord } from '@kituo/sdk/contracts';
import { defineDictionary, type CodesOf } from '@kituo/sdk/page';

export const WORD_SCOPE = defineDictionary<CodesOf<typeof sensitiveWord.wordScope>>('WORD_SCOPE', {
  TEMPLATE: 'waiting',
  ANNOUNCEMENT: 'waiting',
  MANUAL_SMS: 'waiting',
  FOLLOW_UP: 'waiting',
  CALL_TRANSCRIPT: 'waiting',
});
export const WORD_ACTION = defineDictionary<CodesOf<typeof sensitiveWord.wordAction>>('WORD_ACTION', {
  BLOCK: 'failed',
  WARN: 'attention',
  FLAG: 'active',
});
