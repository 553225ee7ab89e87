import { formatMoney, type useText } from '@kituo/sdk';
import { loanLimit } from '@kituo/sdk/contracts';
import {
  CONFIG_VERSION_STATUS,
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  LOAN_TYPE,
  merchantOptions,
  money,
  oneOf,
  status,
  text,
  time,
  type CodesOf,
  type Column,
} from '@kituo/sdk/page';

export type LimitRow = loanLimit.LimitRow;

const LIMIT_STATUS = defineDictionary<CodesOf<typeof loanLimit.limitStatus>>('LIMIT_STATUS', {
  OPEN: 'good',
  REACHED: 'attention',
  PAUSED: 'failed',
});

export const limitFilters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  loanType: oneOf(LOAN_TYPE),
  limitStatus: oneOf(LIMIT_STATUS),
  usedPercentFrom: containing({ example: '80' }),
  companyCode: containing({ example: '14' }),
});

type Limit = loanLimit.LoanLimit;
const basics = (key: string, width: number) => ({
  key,
  width,
  isSortable: false,
  code: null,
  isHiddenAtFirst: false,
});

/** An amount of the limit in force; -1 is said in words. */
function amount(key: keyof Limit & `${string}Cents`, width: number, unlimited: string): Column<LimitRow> {
  return {
    ...basics(key, width),
    kind: 'count',
    valueOf: ({ limit }) => {
      const held = limit?.[key] ?? null;
      if (held === null) return { kind: 'count', count: null };
      return { kind: 'count', count: held, text: held === loanLimit.UNLIMITED ? unlimited : formatMoney(held) };
    },
  };
}

/** The columns, with words for what nothing bounds. */
export const limitColumnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<LimitRow>([
    text('merchantName', { sortable: true, width: 170 }),
    status('loanType', LOAN_TYPE, { width: 90 }),
    status('limitStatus', LIMIT_STATUS, { width: 100 }),
    amount('minAmountCents', 130, t('limit.unlimited')),
    amount('maxAmountCents', 140, t('limit.unlimited')),
    amount('dailyAmountLimitCents', 150, t('limit.unlimited')),
    money('usedTodayCents', { width: 140 }),
    money('fundsCents', { width: 150 }),
    money('waitingCents', { sortable: true, width: 140 }),
    {
      ...basics('dailyOrderLimit', 110),
      kind: 'count',
      valueOf: ({ limit }) => {
        const held = limit?.dailyOrderLimit ?? null;
        const isUnlimited = held === loanLimit.UNLIMITED;
        return { kind: 'count', count: held, ...(isUnlimited && { text: t('limit.unlimited') }) };
      },
    },
    count('usedOrders', { width: 110 }),
    count('usedPercent', { sortable: true, width: 90, as: (percent) => `${percent}%` }),
    time('reachedAt', { width: 160 }),
    {
      ...basics('openVersion', 130),
      kind: 'status',
      valueOf: ({ openVersion }) => ({
        kind: 'status',
        code: openVersion?.versionStatus ?? null,
        dictionary: CONFIG_VERSION_STATUS,
      }),
    },
    text('pauseReason', { width: 180 }),
  ]);
