import type { CodesOf } from '@kituo/sdk/page';
import { call, formatDate } from '@kituo/sdk';
import { type ReplyOf, reReview, reviewConfig } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  merchantOptions,
  money,
  number,
  oneOf,
  ORDER_STATUS,
  remoteOptions,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import type { OptionSource } from '@kituo/sdk/page';

export type ReReviewRow = reReview.ReReviewRow;
export type RulesRow = reReview.ReReviewConfigRow;

export const REVIEW_STATUS = defineDictionary<CodesOf<typeof reReview.reReviewStatus>>('ORDER_REVIEW_STATUS', {
  IN_REVIEW: 'active',
  PASSED: 'good',
  REFUSED: 'failed',
  RETURNED: 'attention',
});
export const SOURCE = defineDictionary<CodesOf<typeof reReview.reReviewSource>>('RE_REVIEW_SOURCE', {
  MACHINE_REFUSED: 'waiting',
  REFUSED: 'failed',
});
export const RE_REVIEW_TARGET = defineDictionary<CodesOf<typeof reReview.reReviewTarget>>('RE_REVIEW_TARGET', {
  TO_ALLOCATE: 'waiting',
  PENDING_REVIEW: 'active',
});
/** Leaves of the tree, whether or not they can still be chosen. */
export const codeOptions: OptionSource = {
  kind: 'remote',
  name: 'reReview.codes',
  load: async (signal) => {
    const all = await call(reviewConfig.refuseCodes, {}, { signal, showLoading: false, quiet: true });
    return all
      .filter(({ parentCode }) => parentCode !== null)
      .map(({ refuseCode, text: words }) => ({
        value: refuseCode,
        label: refuseCode,
        hint: words,
      }));
  },
};

/** Whoever submitted an order of the reader's merchants, reviewer or not. */
const applicantOptions = remoteOptions(reReview.applicants, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

const shared = {
  orderNo: containing({ example: 'LO0000012345' }),
  merchantNo: oneOf(merchantOptions),
  refuseTime: dateRange(),
  refuseCode: oneOf(codeOptions),
};
export const eligibleFilters = defineFilters({ ...shared, orderStatus: oneOf(SOURCE) });
export const submittedFilters = defineFilters({
  ...shared,
  reviewStatus: oneOf(REVIEW_STATUS),
  orderStatus: oneOf(ORDER_STATUS),
  applicantUserNo: oneOf(applicantOptions),
});

const order = [
  number<ReReviewRow>('orderNo', { sortable: true, width: 140 }),
  text<ReReviewRow>('merchantName', { width: 160 }),
  text<ReReviewRow>('customerName', { width: 150 }),
  text<ReReviewRow>('phone', { width: 130 }),
  text<ReReviewRow>('productName', { width: 140 }),
  money<ReReviewRow>('loanAmountCents', { width: 140 }),
  status<ReReviewRow>('orderStatus', ORDER_STATUS, { width: 180 }),
  number<ReReviewRow>('refuseCode', { width: 110 }),
  text<ReReviewRow>('denialReason', { width: 220 }),
  time<ReReviewRow>('refuseTime', { sortable: true, width: 170 }),
  text<ReReviewRow>('firstAuditorName', { width: 150 }),
];
export const eligibleColumns = defineColumns<ReReviewRow>([
  ...order,
  several('blocked', (row) => (row.blocked === null ? [] : [row.blocked.msg]), { width: 300 }),
]);
export const submittedColumns = defineColumns<ReReviewRow>([
  number('reReviewNo', { width: 130 }),
  status('reviewStatus', REVIEW_STATUS, { width: 185 }),
  ...order,
  text('applicantName', { width: 150 }),
  text('applyReason', { width: 220 }),
  time('applyTime', { sortable: true, width: 170 }),
  text('secondAuditorName', { width: 150 }),
  time('decidedAt', { width: 170 }),
]);

export const rulesFilters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  enabled: yesNo(),
  effectiveFrom: dateRange(),
});
export type OutcomeRow = ReplyOf<typeof reReview.outcomes>[number];
const passedOf = ({ passed, refused, returned }: OutcomeRow): number | null =>
  passed + refused + returned === 0 ? null : passed / (passed + refused + returned);
/** How re-reviews ended, by the code of the first refusal. */
export const outcomeColumns = defineColumns<OutcomeRow>([
  number('refuseCode', { sortable: true, width: 130 }),
  text('denialReason', { width: 320 }),
  count('submitted', { sortable: true, width: 120 }),
  count('passed', { sortable: true, width: 110 }),
  count('refused', { sortable: true, width: 110 }),
  count('returned', { sortable: true, width: 110 }),
  {
    ...count<OutcomeRow>('passed', { sortable: true, width: 130 }),
    key: 'passedShare',
    valueOf: (row) => {
      const share = passedOf(row);
      return {
        kind: 'count',
        count: share,
        ...(share !== null && { text: `${Math.round(share * 100)}%` }),
      };
    },
  },
]);

/** `words` says what is in a cell in the reader's language. */
export const rulesColumns = (words: (key: string) => string) =>
  defineColumns<RulesRow>([
    text('merchantName', { sortable: true, width: 170 }),
    flag('enabled', { width: 170 }),
    count('usedToday', { width: 100 }),
    count('dailySubmitLimit', { width: 110 }),
    count('perPersonLimit', { width: 120 }),
    several('sources', (row) => row.sources.map((source) => words(`RE_REVIEW_SOURCE.${source}`)), {
      width: 190,
    }),
    several(
      'refuseCodes',
      ({ refuseCodes }) => (refuseCodes.length === 0 ? [words('reReview.allCodes')] : refuseCodes),
      { width: 140 },
    ),
    count('minDays', { width: 90 }),
    count('maxDays', { width: 90 }),
    status('targetStatus', RE_REVIEW_TARGET, { width: 150 }),
    several(
      'next',
      ({ next }) =>
        next === null
          ? []
          : [`${words(`CONFIG_VERSION_STATUS.${next.versionStatus}`)}, ${formatDate(next.effectiveFrom)}`],
      { width: 220 },
    ),
    count('versionNo', { width: 90 }),
    day('effectiveFrom', { width: 120 }),
    text('makerName', { width: 150 }),
    text('checkerName', { width: 150 }),
  ]);
