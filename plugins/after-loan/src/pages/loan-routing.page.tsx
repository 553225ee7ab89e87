import { Callout, formatCount, formatMoney, formatTime, useText } from '@kituo/sdk';
import { ApprovalsTab } from '@kituo/sdk/approvals';
import { route } from '@kituo/sdk/contracts';
import type { rules } from '@kituo/sdk/contracts';
import {
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  fieldsOf,
  flag,
  merchantOptions,
  money,
  oneOf,
  PageTabs,
  remoteOptions,
  several,
  shares,
  status,
  text,
  useFormValues,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleScreen, type RuleValue } from '@kituo/sdk/rules';
import { useState } from 'react';
import { PaymentMethods } from '../methods/payment-methods.tsx';
import { productOptions } from '../rules/product-options.ts';
import { RouteAttempts } from '../rules/route-attempts.tsx';
import { RuleRuns } from '../rules/rule-runs.tsx';

type Translate = ReturnType<typeof useText>;
type Row = route.RouteRow;
type Entry = route.RouteEntry;

/** As many accounts as a strategy may have. */
const PLACES = [1, 2, 3, 4, 5] as const;
type Place = (typeof PLACES)[number];
type Field =
  | 'ruleName'
  | 'productNos'
  | 'payoutType'
  | 'minAmountCents'
  | 'maxAmountCents'
  | 'fromTime'
  | 'toTime'
  | 'failOverCodes'
  | 'autoSend'
  | `${'accountId' | 'weight' | 'entryLimitCents' | 'floorCents'}${Place}`;
const { Text, Number, Money, Switch, Select, MultiSelect, Segmented, TimeOfDay } = fieldsOf<Record<Field, unknown>>();

const accountsOf = (payoutType: route.RoutedPayoutType) =>
  remoteOptions(
    route.accounts,
    (all) =>
      all
        .filter((one) => one.enabled && one.payoutType === payoutType)
        .map(({ accountId, accountName }) => ({ value: accountId, label: accountName })),
    payoutType,
  );
const ACCOUNTS = { MOBILE_MONEY: accountsOf('MOBILE_MONEY'), BANK: accountsOf('BANK') };
const ROUTED = defineDictionary<route.RoutedPayoutType>('PAYOUT_TYPE', { MOBILE_MONEY: 'active', BANK: 'active' });

const columns = defineColumns<Row>([
  text('ruleName', { width: 200 }),
  text('merchantName', { width: 150 }),
  status('payoutType', ROUTED, { width: 150 }),
  shares(
    'entryNames',
    ({ entries, entryNames }) => entryNames.map((text, index) => ({ text, percent: entries[index]?.weight ?? 0 })),
    { width: 260 },
  ),
  several('resting', (row) => row.resting.map(({ accountName, until }) => `${accountName} › ${formatTime(until)}`), {
    width: 180,
  }),
  several('productNames', (row) => row.productNames, { width: 150 }),
  money('minAmountCents', { width: 130 }),
  money('maxAmountCents', { width: 130 }),
  text('fromTime', { width: 90 }),
  text('toTime', { width: 90 }),
  flag('autoSend', { width: 120 }),
  count('successPercent', { width: 120 }),
  count('medianSeconds', { width: 120 }),
  status('ruleStatus', RULE_STATUS, { width: 120 }),
  day('effectiveFrom', { sortable: true }),
  several('failOverCodes', (row) => row.failOverCodes, { width: 150 }),
  flag('hasPending', { width: 120 }),
]);

const codesOf = (typed: unknown) =>
  typeof typed === 'string' ? typed.split(/[\s,;]+/).filter((code) => code !== '') : [];

/** The fields of a place of the form. */
const placed = (entry: Entry | undefined, place: Place): RuleValue => ({
  [`accountId${place}`]: entry?.accountId ?? null,
  [`weight${place}`]: entry?.weight ?? (place === 1 ? 100 : null),
  [`entryLimitCents${place}`]: entry?.dailyLimitCents ?? null,
  [`floorCents${place}`]: entry?.floorCents ?? null,
});
const entryAt = (values: RuleValue, place: Place) => {
  const accountId = values[`accountId${place}`];
  if (typeof accountId !== 'string' || accountId === '') return [];
  return [
    {
      accountId,
      weight: values[`weight${place}`],
      dailyLimitCents: values[`entryLimitCents${place}`] ?? null,
      floorCents: values[`floorCents${place}`] ?? null,
    },
  ];
};

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'route',
  configKey: 'afterLoan.route',
  endpoints: route,
  columns,
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    productNo: oneOf(productOptions),
    payoutType: oneOf(ROUTED),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: [
    'ruleName',
    'productNos',
    'payoutType',
    'minAmountCents',
    'maxAmountCents',
    'fromTime',
    'toTime',
    'entries',
    'failOverCodes',
    'autoSend',
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    productNos: row?.productNos ?? [],
    payoutType: row?.payoutType ?? 'MOBILE_MONEY',
    minAmountCents: row?.minAmountCents ?? 0,
    maxAmountCents: row?.maxAmountCents ?? null,
    fromTime: row?.fromTime ?? '00:00',
    toTime: row?.toTime ?? '23:59',
    ...Object.assign({}, ...PLACES.map((place) => placed(row?.entries[place - 1], place))),
    failOverCodes: row?.failOverCodes.join(', ') ?? '',
    autoSend: row?.autoSend ?? true,
  }),
  valueOf: (values) => ({
    ruleName: values['ruleName'],
    productNos: values['productNos'],
    payoutType: values['payoutType'],
    minAmountCents: values['minAmountCents'],
    maxAmountCents: values['maxAmountCents'] ?? null,
    fromTime: values['fromTime'],
    toTime: values['toTime'],
    entries: PLACES.flatMap((place) => entryAt(values, place)),
    failOverCodes: codesOf(values['failOverCodes']),
    // What goes to a bank is sent by hand.
    autoSend: values['payoutType'] !== 'BANK' && values['autoSend'],
  }),
  form: () => <Fields />,
  addName: 'ruleAdd',
  enableMore: (row) => <p>{t(`route.sends.${row.payoutType}`, { shares: row.entryNames.join(', ') })}</p>,
  outcomeWord: (code) => t(`RULE_OUTCOME.${code}`),
  foundMore: ({ replayed }) => replayed && <Replay of={replayed} />,
  tabs: (row) => [
    { name: 'runs', content: () => <RuleRuns load={route.runPage} rule={row} /> },
    { name: 'attempts', content: () => <RouteAttempts ruleId={row.ruleId} /> },
  ],
  wordOf: (code) => (code === 'ROUTED' ? t('RULE_OUTCOME.ROUTED') : code),
});

/** What last week's orders would have come to, and which of them nobody would have paid. */
function Replay({ of }: { readonly of: rules.Replayed }) {
  const t = useText();
  const { unrouted, successPercent, medianSeconds, costCents } = of;
  const facts = [
    successPercent !== null && t('route.success', { percent: successPercent }),
    medianSeconds !== null && t('route.seconds', { seconds: medianSeconds }),
    costCents !== null && t('route.cost', { money: formatMoney(costCents) }),
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && <p>{t('route.expected', { facts: facts.join(', ') })}</p>}
      {unrouted > 0 && (
        <Callout intent="warning" icon={null}>
          {t('route.unrouted', { count: unrouted, shown: formatCount(unrouted) })}
        </Callout>
      )}
    </>
  );
}

function Routes() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

/** Which account pays which orders, and which methods customers see to pay back. */
export function LoanRoutingPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('route.title')}
      tabs={[
        { name: 'routes', awaits: 'afterLoan.route', content: () => <Routes key="routes" /> },
        { name: 'methods', content: () => <PaymentMethods key="methods" /> },
        {
          name: 'approvals',
          awaits: 'paymentVisual',
          content: () => <ApprovalsTab key="approvals" family="paymentVisual" />,
        },
      ]}
    />
  );
}

function Fields() {
  const t = useText();
  const values = useFormValues();
  const isForBank = values['payoutType'] === 'BANK';
  // The last that has an account, and room for the next.
  const last = Math.max(0, ...PLACES.filter((place) => typeof values[`accountId${place}`] === 'string'));
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <MultiSelect name="productNos" source={productOptions} isOptional hint={t('rule.productsHint')} />
      <Segmented name="payoutType" options={ROUTED} />
      <Money name="minAmountCents" />
      <Money name="maxAmountCents" isOptional hint={t('route.maxHint')} />
      <TimeOfDay name="fromTime" />
      <TimeOfDay name="toTime" hint={t('route.hoursHint')} />
      {PLACES.filter((place) => place <= last + 1).map((place) => (
        <fieldset key={place} className="al-route-entry">
          <legend>{t('route.entry', { no: place })}</legend>
          <Select
            name={`accountId${place}`}
            options={ACCOUNTS[isForBank ? 'BANK' : 'MOBILE_MONEY']}
            isOptional={place > 1}
          />
          <Number name={`weight${place}`} unit="%" isOptional={place > 1} />
          <Money name={`entryLimitCents${place}`} isOptional />
          <Money name={`floorCents${place}`} isOptional hint={t('route.floorHint')} />
        </fieldset>
      ))}
      <Text name="failOverCodes" isOptional hint={t('route.failOverHint')} />
      {!isForBank && <Switch name="autoSend" hint={t('route.autoSendHint')} />}
    </>
  );
}
