import { formatMoney } from '@kituo/sdk';
import { callActivity } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  merchantOptions,
  money,
  number,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { INBOUND_RULE_STATE } from './inbound-fields.ts';

export type ActivityRow = callActivity.ActivityRow;

/** The approved activities of the person's merchants. */
export const activityOptions = remoteOptions(callActivity.options, (all) => all);

/** Coupons that an activity may give. */
export const couponOptions = remoteOptions(callActivity.coupons, (all) => all);

export const activityColumns = defineColumns<ActivityRow>([
  text('activityName', { width: 180 }),
  status('activityState', INBOUND_RULE_STATE, { width: 150 }),
  text('merchantName', { width: 160 }),
  text('marketingTargetNames', { width: 180 }),
  day('periodFrom', { sortable: true, width: 120 }),
  day('periodTo', { width: 120 }),
  money('incomingBonusCents'),
  money('loanBonusCents'),
  text('couponContent', { width: 180 }),
  several(
    'monthSteps',
    ({ monthSteps }) => monthSteps.map(({ applications, bonusCents }) => `${applications}: ${formatMoney(bonusCents)}`),
    { width: 200 },
  ),
  count('orderCount', { width: 110 }),
  count('loanCount', { width: 90 }),
  number('activityNo', { width: 110 }),
  text('makerName', { width: 150 }),
  text('checkerName', { width: 150 }),
  text('decisionReason', { width: 200, hidden: true }),
  time('updatedAt', { sortable: true, width: 165 }),
]);
export const activityFilters = defineFilters({
  activityName: containing(),
  merchantNo: oneOf(merchantOptions),
  activityState: oneOf(INBOUND_RULE_STATE),
  periodFrom: dateRange(),
});
