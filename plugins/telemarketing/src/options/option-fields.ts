import type { callOption } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  number,
  oneOf,
  status,
  text,
  time,
} from '@kituo/sdk/page';

export type OptionRow = callOption.OptionRow;

export const CALL_OPTION_TYPE = defineDictionary<CodesOf<typeof callOption.optionType>>('CALL_OPTION_TYPE', {
  LIST_TYPE: 'waiting',
  MARKETING_TARGET: 'waiting',
  ABANDON_REASON: 'waiting',
  SCRIPT_TAG: 'waiting',
  WILLINGNESS: 'waiting',
});
const OPTION_STATUS = defineDictionary<CodesOf<typeof callOption.optionStatus>>('OPTION_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});

export const optionColumns = defineColumns<OptionRow>([
  text('name', { width: 180 }),
  status('optionType', CALL_OPTION_TYPE, { width: 150 }),
  number('code', { width: 160 }),
  count('sort', { sortable: true, width: 80 }),
  {
    ...text<OptionRow>('code'),
    key: 'ruleSummary',
    width: 260,
    valueOf: ({ rule }) => ({ kind: 'text', mask: null, text: summaryOf(rule) }),
  },
  status('status', OPTION_STATUS, { width: 100 }),
  count('usedCount', { width: 90 }),
  text('updatedByName', { width: 150 }),
  time('updatedAt', { sortable: true, width: 165 }),
  text('remark', { width: 200, hidden: true }),
]);
export const optionFilters = defineFilters({
  optionType: oneOf(CALL_OPTION_TYPE),
  name: containing(),
  status: oneOf(OPTION_STATUS),
});

/** The numbers of a rule as its form has them in order: days, attempts, recycling; or hours. */
function summaryOf({
  expireDays,
  maxAttempts,
  recycleDelayDays,
  recycleMax,
  retryDelayHours,
}: OptionRow['rule']): string | null {
  if (retryDelayHours !== undefined) return `${retryDelayHours} h`;
  if (expireDays === undefined) return null;
  return `${expireDays} d · ${maxAttempts ?? '-'}× · ${recycleDelayDays ?? '-'} d · ${recycleMax ?? '-'}×`;
}
