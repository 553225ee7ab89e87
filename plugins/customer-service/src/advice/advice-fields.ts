import { appAdvice } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { FEEDBACK_STATUS } from '../feedback/feedback-fields.ts';

export type AdviceRow = appAdvice.AdviceRow;

export const ADVICE_TYPE = defineDictionary<CodesOf<typeof appAdvice.adviceType>>('ADVICE_TYPE', {
  PROBLEM: 'attention',
  SUGGESTION: 'waiting',
  SIGN_IN: 'waiting',
  PAYMENT: 'waiting',
  OTHER: 'waiting',
});
/** Who may answer. */
export const adviceHandlers = remoteOptions(appAdvice.people, (all) => all);

export const adviceColumns = defineColumns<AdviceRow>([
  number('adviceNo', { width: 130 }),
  status('feedbackStatus', FEEDBACK_STATUS, { width: 120 }),
  text('appName', { width: 140 }),
  text('appVersion', { width: 100 }),
  status('adviceType', ADVICE_TYPE, { width: 120 }),
  text('content', { width: 280 }),
  count('imageCount', { width: 90 }),
  text('customerName', { mask: 'text', width: 150 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('handlerName', { width: 150 }),
  time('submittedAt', { sortable: true, width: 165 }),
  time('replyDueAt', { sortable: true, width: 165 }),
  time('processedAt', { width: 165, hidden: true }),
  number('feedbackNo', { width: 130, hidden: true }),
]);
export const adviceFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  feedbackStatus: oneOf(FEEDBACK_STATUS),
  adviceType: oneOf(ADVICE_TYPE),
  adviceNo: containing({ example: 'AA000000123' }),
  merchantNo: oneOf(merchantOptions),
  appVersion: containing({ example: '2.14' }),
  handlerUserNo: oneOf(adviceHandlers),
  isOverdue: yesNo(),
  submittedAt: dateRange(),
});
