import { formatMoney, type useText } from '@kituo/sdk';
import { putChannel } from '@kituo/sdk/contracts';
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
  number,
  oneOf,
  several,
  status,
  text,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind } from '@kituo/sdk/rules';
import { ChannelBatches } from './channel-batches.tsx';
import { CHANNEL_BILLING, MEDIA_PLATFORM } from './channel-codes.ts';
import { ChannelFields, ownerOptions } from './channel.fields.tsx';
import { Funnel } from './funnel.tsx';

type Row = putChannel.PutChannelRow;

const FIELDS = [
  'ruleName',
  'channelCode',
  'mediaPlatform',
  'ownerUserNo',
  'firstLoansOnly',
  'landingUrl',
  'channelBilling',
  'unitPriceCents',
  'dailyBudgetCents',
  'dailyCap',
  'pauseAtOverduePercent',
] as const;

const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    text('ruleName', { width: 180 }),
    number('channelCode', { width: 140 }),
    status('ruleStatus', RULE_STATUS, { width: 130 }),
    status('mediaPlatform', MEDIA_PLATFORM, { width: 120 }),
    text('merchantName', { width: 150 }),
    text('ownerName', { width: 140 }),
    flag('firstLoansOnly', { width: 120 }),
    status('channelBilling', CHANNEL_BILLING, { width: 150 }),
    money('unitPriceCents', { width: 110 }),
    money('dailyBudgetCents', { width: 130 }),
    money('spentTodayCents', { width: 130 }),
    several('dailyCap', ({ dailyCap }) => [dailyCap < 0 ? t('limit.unlimited') : String(dailyCap)], { width: 110 }),
    count('clicks', { width: 90 }),
    count('registrations', { width: 120 }),
    count('applications', { width: 120 }),
    count('disbursed', { width: 110 }),
    count('firstOverduePercent', { width: 130, as: (percent) => `${percent}%` }),
    several(
      'pausedPercent',
      ({ pausedPercent }) => (pausedPercent === null ? [] : [t('channel.pausedAt', { percent: pausedPercent })]),
      { width: 180 },
    ),
    money('costPerRegistrationCents', { width: 150 }),
    money('costPerOnTimeCents', { width: 160 }),
    day('effectiveFrom', { sortable: true }),
    flag('hasPending', { width: 140 }),
  ]);

/** Acquisition channels: their links, prices, budgets and results. */
export const channelKind = (t: ReturnType<typeof useText>): RuleKind<Row> => ({
  name: 'channel',
  configKey: 'operation.putChannel',
  endpoints: putChannel,
  columns: columnsIn(t),
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    mediaPlatform: oneOf(MEDIA_PLATFORM),
    channelCode: containing({ example: 'GOOGLE_ADS' }),
    ruleName: containing(),
    ownerUserNo: oneOf(ownerOptions),
    figuresOn: dateRange(),
    isPaused: yesNo(),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: FIELDS,
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    channelCode: row?.channelCode ?? '',
    mediaPlatform: row?.mediaPlatform ?? null,
    ownerUserNo: row?.ownerUserNo ?? null,
    firstLoansOnly: row?.firstLoansOnly ?? false,
    landingUrl: row?.landingUrl ?? 'https://',
    channelBilling: row?.channelBilling ?? 'CPI',
    unitPriceCents: row?.unitPriceCents ?? null,
    dailyBudgetCents: row?.dailyBudgetCents ?? null,
    // Typed as text: a field of whole numbers takes no minus.
    dailyCap: String(row?.dailyCap ?? -1),
    pauseAtOverduePercent: row?.pauseAtOverduePercent ?? null,
  }),
  valueOf: ({ dailyCap, ...values }) => ({ ...values, dailyCap: Number(dailyCap) }),
  form: () => <ChannelFields />,
  wordOf: (code, field) =>
    field === 'mediaPlatform' || field === 'channelBilling'
      ? t(`${field === 'mediaPlatform' ? 'MEDIA_PLATFORM' : 'CHANNEL_BILLING'}.${code}`)
      : code,
  draw: (field, value) => (field.endsWith('Cents') && typeof value === 'number' ? formatMoney(value) : undefined),
  disableText: t('channel.disableText'),
  disableMore: ({ clicksToday }) => <p>{t('channel.clicksToday', { count: clicksToday })}</p>,
  enableMore: ({ clicksToday }) => <p>{t('channel.clicksToday', { count: clicksToday })}</p>,
  Batches: ChannelBatches,
  more: (row) => <Funnel key={row.ruleId} channel={row} />,
});
