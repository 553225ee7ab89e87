import { feedback } from '@kituo/sdk/contracts';
import {
  clock,
  type CodesOf,
  containing,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';

export type FeedbackRow = feedback.FeedbackRow;

export const FEEDBACK_STATUS = defineDictionary<CodesOf<typeof feedback.feedbackStatus>>('FEEDBACK_STATUS', {
  UNPROCESSED: 'attention',
  PROCESSING: 'active',
  PROCESSED: 'good',
});
export const FEEDBACK_SOURCE = defineDictionary<CodesOf<typeof feedback.feedbackSource>>('FEEDBACK_SOURCE', {
  CALL: 'waiting',
  APP: 'waiting',
  EMAIL: 'waiting',
  WHATSAPP: 'waiting',
  SOCIAL: 'waiting',
  REGULATOR: 'failed',
});
export const FEEDBACK_CATEGORY = defineDictionary<CodesOf<typeof feedback.feedbackCategory>>('FEEDBACK_CATEGORY', {
  APPLICATION: 'waiting',
  DISBURSEMENT: 'waiting',
  REPAYMENT: 'waiting',
  CHARGES: 'waiting',
  COLLECTION: 'waiting',
  PRIVACY: 'waiting',
  FRAUD: 'failed',
  APP: 'waiting',
  OTHER: 'waiting',
});
export const FEEDBACK_SEVERITY = defineDictionary<CodesOf<typeof feedback.feedbackSeverity>>('FEEDBACK_SEVERITY', {
  LOW: 'waiting',
  MEDIUM: 'attention',
  HIGH: 'failed',
});
export const FEEDBACK_RESULT = defineDictionary<CodesOf<typeof feedback.feedbackResult>>('FEEDBACK_RESULT', {
  SOLVED: 'good',
  EXPLAINED: 'good',
  COMPENSATED: 'good',
  UNFOUNDED: 'waiting',
  FORWARDED: 'active',
});

/** Who may handle feedback. */
export const handlers = remoteOptions(feedback.people, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

const HOURS_4_MS = 4 * 3_600_000;
/** Amber four hours before an answer is due, red and late from then on; once it is answered it no longer runs. */
const dueOf = ({ dueAt, processedAt }: FeedbackRow) =>
  processedAt === null
    ? ({
        way: 'due',
        amberAt: new Date(Date.parse(dueAt) - HOURS_4_MS).toISOString(),
        redAt: dueAt,
      } as const)
    : null;

export const feedbackColumns = defineColumns<FeedbackRow>([
  number('feedbackNo', { width: 140 }),
  status('feedbackStatus', FEEDBACK_STATUS, { width: 120 }),
  clock('dueAt', dueOf, { sortable: true, width: 165 }),
  text('customerName', { width: 150 }),
  text('phone', { mask: 'phone', width: 130 }),
  status('category', FEEDBACK_CATEGORY, { width: 120 }),
  status('severity', FEEDBACK_SEVERITY, { width: 100 }),
  text('title', { width: 220 }),
  text('content', { width: 260, hidden: true }),
  text('handlerName', { width: 150 }),
  flag('isDispute', { width: 90 }),
  number('orderNo', { width: 140 }),
  status('source', FEEDBACK_SOURCE, { width: 110 }),
  time('createdAt', { sortable: true, width: 165 }),
  time('processedAt', { width: 165, hidden: true }),
  text('createdByName', { width: 150, hidden: true }),
]);
/** What the drawer says, beside the number and what was told. */
export const feedbackFacts = defineColumns<FeedbackRow>([
  status('feedbackStatus', FEEDBACK_STATUS),
  text('customerName'),
  number('orderNo'),
  status('source', FEEDBACK_SOURCE),
  status('category', FEEDBACK_CATEGORY),
  status('severity', FEEDBACK_SEVERITY),
  flag('isDispute'),
  text('handlerName'),
  text('createdByName'),
  number('linkedFeedbackNo'),
  time('createdAt'),
  time('dueAt'),
  time('processedAt'),
]);

export const feedbackFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  feedbackStatus: oneOf(FEEDBACK_STATUS),
  category: oneOf(FEEDBACK_CATEGORY),
  feedbackNo: containing({ example: 'FB000000123' }),
  orderNo: containing({ example: 'LO0000012345' }),
  source: oneOf(FEEDBACK_SOURCE),
  severity: oneOf(FEEDBACK_SEVERITY),
  handlerUserNo: oneOf(handlers),
  isDispute: yesNo(),
  isOverdue: yesNo(),
  dueAt: dateRange(),
  createdAt: dateRange(),
});
