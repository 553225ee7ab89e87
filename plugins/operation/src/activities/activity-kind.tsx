import { formatDateTime, formatMoney, type useText } from '@kituo/sdk';
import { taskAward } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  flag,
  merchantOptions,
  money,
  oneOf,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind } from '@kituo/sdk/rules';
import { ACTIVITY_STATUS, ACTIVITY_TYPE, AWARD_TYPE } from './activity-codes.ts';
import { ActivityFields } from './activity.fields.tsx';
import { ActivityFigures } from './figures.tsx';

type Row = taskAward.ActivityRow;

const columns = defineColumns<Row>([
  text('ruleName', { width: 180 }),
  status('activityStatus', ACTIVITY_STATUS, { width: 110 }),
  status('activityType', ACTIVITY_TYPE, { width: 150 }),
  count('onTimeDays', { width: 110 }),
  text('merchantName', { width: 150 }),
  status('awardType', AWARD_TYPE, { width: 100 }),
  money('awardCents', { width: 110 }),
  count('points', { width: 90 }),
  text('couponName', { width: 160 }),
  money('budgetCents', { width: 130 }),
  money('spentCents', { width: 130 }),
  count('participants', { width: 110 }),
  count('awarded', { width: 100 }),
  time('startAt'),
  time('endAt'),
  status('ruleStatus', RULE_STATUS, { width: 130 }),
  day('effectiveFrom', { sortable: true }),
  flag('hasPending', { width: 140 }),
]);

const CODES: Readonly<Record<string, string>> = { activityType: 'ACTIVITY_TYPE', awardType: 'AWARD_TYPE' };

/** Of the kinds of award just the chosen one. */
const activityOf = ({
  activityType,
  onTimeDays,
  awardCents,
  couponTemplateNo,
  points,
  startAt,
  endAt,
  ...values
}: Readonly<Record<string, unknown>>) => ({
  ...values,
  activityType,
  onTimeDays: activityType === 'ON_TIME_REPAYMENT' ? (onTimeDays ?? null) : null,
  startAt: startAt ?? '',
  endAt: endAt ?? '',
  awardCents: values['awardType'] === 'WALLET' ? awardCents : null,
  couponTemplateNo: values['awardType'] === 'COUPON' ? couponTemplateNo : null,
  points: values['awardType'] === 'POINTS' ? points : null,
});

/** Activities whose tasks award customers. */
export const activityKind = (t: ReturnType<typeof useText>): RuleKind<Row> => ({
  name: 'activity',
  configKey: 'operation.activity',
  endpoints: taskAward,
  columns,
  filters: defineFilters({
    ruleName: containing(),
    merchantNo: oneOf(merchantOptions),
    activityStatus: oneOf(ACTIVITY_STATUS),
    activityType: oneOf(ACTIVITY_TYPE),
    awardType: oneOf(AWARD_TYPE),
    period: dateRange(),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: [
    'ruleName',
    'activityType',
    'onTimeDays',
    'awardType',
    'awardCents',
    'points',
    'couponTemplateNo',
    'budgetCents',
    'perCustomerMax',
    'perDayMax',
    'startAt',
    'endAt',
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    activityType: row?.activityType ?? 'ON_TIME_REPAYMENT',
    onTimeDays: row?.onTimeDays ?? null,
    awardType: row?.awardType ?? 'WALLET',
    awardCents: row?.awardCents ?? null,
    points: row?.points ?? null,
    couponTemplateNo: row?.couponTemplateNo ?? null,
    budgetCents: row?.budgetCents ?? null,
    perCustomerMax: row?.perCustomerMax ?? 1,
    perDayMax: row?.perDayMax ?? 100,
    startAt: row?.startAt ?? null,
    endAt: row?.endAt ?? null,
  }),
  valueOf: activityOf,
  form: () => <ActivityFields valueOf={activityOf} />,
  wordOf: (code, field) => (CODES[field] === undefined ? code : t(`${CODES[field]}.${code}`)),
  draw: (field, value) => {
    if (field.endsWith('Cents') && typeof value === 'number') return formatMoney(value);
    return field.endsWith('At') && typeof value === 'string' ? formatDateTime(value) : undefined;
  },
  more: (row) => <ActivityFigures key={row.ruleId} ruleId={row.ruleId} />,
});
