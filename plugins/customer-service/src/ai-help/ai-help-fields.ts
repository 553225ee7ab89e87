import { aiHelp } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  dictionaryOptions,
  number,
  oneOf,
  remoteOptions,
  text,
  time,
} from '@kituo/sdk/page';

export type UidRow = aiHelp.UidRow;
export type LogRow = aiHelp.AiHelpLogRow;

export const AI_HELP_RESULT = defineDictionary<CodesOf<typeof aiHelp.aiHelpResult>>('AI_HELP_RESULT', {
  FOUND: 'good',
  NOT_FOUND: 'attention',
  INVALID: 'failed',
});
const operators = remoteOptions(aiHelp.operators, (all) => all);

export const logColumns = defineColumns<LogRow>([
  time('decryptedAt', { sortable: true, width: 165 }),
  text('operatorName', { width: 160 }),
  count('uidCount', { width: 90 }),
  count('foundCount', { width: 90 }),
  count('phoneShownCount', { width: 130 }),
  text('purpose', { width: 150 }),
  number('feedbackNo', { width: 140 }),
  text('remark', { width: 260 }),
]);
export const logFilters = defineFilters({
  operatorUserNo: oneOf(operators),
  purpose: oneOf(dictionaryOptions('REVEAL_PURPOSE')),
  result: oneOf(AI_HELP_RESULT),
  decryptedAt: dateRange(),
});
