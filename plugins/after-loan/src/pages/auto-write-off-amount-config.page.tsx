import { formatMoney, useText } from '@kituo/sdk';
import { autoRule } from '@kituo/sdk/contracts';
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
  several,
  status,
  text,
  useFormValues,
  yesNo,
  type CodesOf,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { RuleRuns } from '../rules/rule-runs.tsx';

type Translate = ReturnType<typeof useText>;
type Row = autoRule.AutoWriteOffRow;
type Field =
  | 'ruleName'
  | 'paymentChannel'
  | 'minAmountCents'
  | 'maxAmountCents'
  | 'surplusMaxCents'
  | 'matchKeys'
  | 'workingHoursOnly';

const MATCH_KEY = defineDictionary<CodesOf<typeof autoRule.matchKey>>('MATCH_KEY', {
  VIRTUAL_ACCOUNT: 'good',
  REPAYMENT_CODE: 'good',
  PHONE_AND_PAYOFF: 'attention',
});
const RULE_CHANNEL = defineDictionary<CodesOf<typeof autoRule.ruleChannel>>('RULE_CHANNEL', {
  MPESA: 'waiting',
  BANK: 'waiting',
});
const { Text, Money, Select, MultiSelect, Switch } = fieldsOf<Record<Field, unknown>>();

const columnsIn = (t: Translate) =>
  defineColumns<Row>([
    text('ruleName', { width: 200 }),
    text('merchantName', { width: 150 }),
    status('paymentChannel', RULE_CHANNEL, { width: 100 }),
    money('minAmountCents', { width: 130 }),
    money('maxAmountCents', { width: 140 }),
    money('surplusMaxCents', { width: 130 }),
    several('matchKeys', (row) => row.matchKeys.map((code) => t(`MATCH_KEY.${code}`)), { width: 180 }),
    day('effectiveFrom', { sortable: true }),
    status('ruleStatus', RULE_STATUS, { width: 120 }),
    count('autoShare', { width: 120, as: (share) => `${share}%` }),
    flag('hasPending', { width: 120 }),
  ]);

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'autoWriteOff',
  configKey: 'afterLoan.autoWriteOff',
  endpoints: {
    page: autoRule.writeOffPage,
    exportList: autoRule.writeOffExport,
    save: autoRule.writeOffSave,
    state: autoRule.writeOffState,
    dryRun: autoRule.writeOffDryRun,
  },
  columns: columnsIn(t),
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    paymentChannel: oneOf(RULE_CHANNEL),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: [
    'ruleName',
    'paymentChannel',
    'minAmountCents',
    'maxAmountCents',
    'surplusMaxCents',
    'matchKeys',
    'workingHoursOnly',
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    paymentChannel: row?.paymentChannel ?? null,
    minAmountCents: row?.minAmountCents ?? 1_00,
    maxAmountCents: row?.maxAmountCents ?? 250_000_00,
    surplusMaxCents: row?.surplusMaxCents ?? null,
    matchKeys: row?.matchKeys ?? ['VIRTUAL_ACCOUNT', 'REPAYMENT_CODE'],
    workingHoursOnly: row?.workingHoursOnly ?? false,
  }),
  valueOf: (values) => values,
  form: () => <Fields />,
  addName: 'ruleAdd',
  outcomeWord: (code) => t(`RULE_OUTCOME.${code}`),
  tabs: (row) => [
    { name: 'runs', content: () => <RuleRuns load={autoRule.writeOffRunPage} rule={row} tell={splitOf(t)} /> },
  ],
  wordOf: (code, field) => {
    if (field === 'matchKeys') return t(`MATCH_KEY.${code}`);
    return field === 'paymentChannel' ? t(`RULE_CHANNEL.${code}`) : code;
  },
});

/** How a payment was matched to its loan, and what of it went to bills and to the customer's credit. */
const splitOf =
  (t: Translate) =>
  ({ orderNo, matchKey, appliedCents, creditedCents }: Readonly<Record<string, unknown>>) =>
    [
      typeof matchKey === 'string' && t(`MATCH_KEY.${matchKey}`),
      orderNo,
      typeof appliedCents === 'number' && t('autoWriteOff.applied', { money: formatMoney(appliedCents) }),
      typeof creditedCents === 'number' &&
        creditedCents > 0 &&
        t('autoWriteOff.credited', { money: formatMoney(creditedCents) }),
    ]
      .filter(Boolean)
      .join(' · ');

/** Which incoming payments the system allocates, and which wait for a person. */
export function AutoWriteOffAmountConfigPage() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

function Fields() {
  const t = useText();
  const { minAmountCents, maxAmountCents } = useFormValues();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="paymentChannel" options={RULE_CHANNEL} isOptional hint={t('autoWriteOff.channelHint')} />
      <div className="kp-pair">
        <Money name="minAmountCents" />
        <Money name="maxAmountCents" />
      </div>
      <Money name="surplusMaxCents" isOptional hint={t('autoWriteOff.surplusHint')} />
      <MultiSelect
        name="matchKeys"
        source={{ kind: 'dictionary', dictionary: MATCH_KEY }}
        hint={t('autoWriteOff.keysHint')}
      />
      <Switch name="workingHoursOnly" hint={t('autoWriteOff.hoursHint')} />
      {typeof minAmountCents === 'number' && typeof maxAmountCents === 'number' && (
        <p>{t('autoWriteOff.effect', { from: formatMoney(minAmountCents), to: formatMoney(maxAmountCents) })}</p>
      )}
    </>
  );
}
