import { NOTHING, useText } from '@kituo/sdk';
import { maturity } from '@kituo/sdk/contracts';
import {
  containing,
  type CodesOf,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  fieldsOf,
  flag,
  merchantOptions,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  useFormValues,
  yesNo,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';
import { DueLoad } from './due-load.tsx';
import { ExampleDates } from './example-dates.tsx';

type Translate = ReturnType<typeof useText>;
type Row = maturity.MaturityRow;
const FIELDS = [
  'ruleName',
  'productNos',
  'termDays',
  'countFrom',
  'rollRule',
  'paydayAlign',
  'dueCutoff',
  'graceDays',
  'reminderDays',
] as const;
type Field = (typeof FIELDS)[number];
const { Text, Number: Count, MultiSelect, Select, Segmented } = fieldsOf<Record<Field, unknown>>();

const COUNT_FROM = defineDictionary<CodesOf<typeof maturity.countFrom>>('COUNT_FROM', {
  DISBURSEMENT_DAY: 'waiting',
  NEXT_DAY: 'waiting',
});
const ROLL_RULE = defineDictionary<CodesOf<typeof maturity.rollRule>>('ROLL_RULE', {
  NONE: 'waiting',
  NEXT_BUSINESS_DAY: 'active',
  PREVIOUS_BUSINESS_DAY: 'active',
});
const productOptions = remoteOptions(maturity.products, (all) =>
  all.map(({ productNo, productName, merchantName }) => ({ value: productNo, label: productName, hint: merchantName })),
);

/** 0 aligns to none. */
const paydayText = (paydayAlign: number): string => (paydayAlign === 0 ? NOTHING : String(paydayAlign));
const columns = defineColumns<Row>([
  text('ruleName', { width: 190 }),
  text('merchantName', { width: 160 }),
  several('productNames', (row) => row.productNames, { width: 180 }),
  status('countFrom', COUNT_FROM, { width: 160 }),
  status('rollRule', ROLL_RULE, { width: 190 }),
  several('termDays', (row) => row.termDays.map(String), { width: 110 }),
  count('paydayAlign', { width: 100, as: paydayText }),
  text('dueCutoff', { width: 110 }),
  count('graceDays', { width: 90 }),
  several('reminderDays', (row) => row.reminderDays.map(String), { width: 120 }),
  status('ruleStatus', RULE_STATUS, { width: 120 }),
  day('effectiveFrom', { sortable: true }),
  count('versionNo', { width: 80 }),
  flag('hasPending', { width: 130 }),
]);

const numbersIn = (typed: unknown) =>
  String(typed ?? '')
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
const maturityOf = ({ termDays, reminderDays, ...values }: Readonly<Record<string, unknown>>) => ({
  ...values,
  termDays: numbersIn(termDays),
  reminderDays: numbersIn(reminderDays),
});

/** The rule alone, of all that the form holds. */
const ruleOf = ({
  merchantNo: _merchant,
  effectiveFrom: _day,
  reason: _reason,
  ...values
}: Readonly<Record<string, unknown>>) => maturityOf(values);

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'maturity',
  configKey: 'merchant.maturity',
  endpoints: maturity,
  columns,
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    productNo: oneOf(productOptions),
    rollRule: oneOf(ROLL_RULE),
    ruleId: containing({ example: 'R000001' }),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: FIELDS,
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    productNos: row?.productNos ?? [],
    countFrom: row?.countFrom ?? 'DISBURSEMENT_DAY',
    rollRule: row?.rollRule ?? 'NEXT_BUSINESS_DAY',
    paydayAlign: row?.paydayAlign ?? 0,
    termDays: row?.termDays.join(', ') ?? '',
    dueCutoff: row?.dueCutoff ?? '23:59',
    graceDays: row?.graceDays ?? 0,
    reminderDays: row?.reminderDays.join(', ') ?? '-3',
  }),
  valueOf: maturityOf,
  form: () => <Fields />,
  more: ({ countFrom, rollRule, paydayAlign, termDays }) => (
    <ExampleDates values={{ countFrom, rollRule, paydayAlign, termDays: termDays.join(', ') }} />
  ),
  draw: (field, value) => (field === 'paydayAlign' && typeof value === 'number' ? paydayText(value) : undefined),
  wordOf: (code, field) => {
    if (field === 'countFrom') return t(`COUNT_FROM.${code}`);
    return field === 'rollRule' ? t(`ROLL_RULE.${code}`) : code;
  },
});

/** The rules by which due dates are set. */
export function MaturityRules() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

function Fields() {
  const t = useText();
  const values = useFormValues();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <MultiSelect name="productNos" source={productOptions} isOptional hint={t('maturity.productsHint')} />
      <Text name="termDays" isOptional hint={t('maturity.termsHint')} />
      <Segmented name="countFrom" options={COUNT_FROM} />
      <Select name="rollRule" options={ROLL_RULE} />
      <Count name="paydayAlign" hint={t('maturity.paydayHint')} />
      <div className="kp-pair">
        <Text name="dueCutoff" maxLength={5} hint={t('maturity.cutoffHint')} />
        <Count name="graceDays" hint={t('maturity.graceHint')} />
      </div>
      <Text name="reminderDays" isOptional hint={t('maturity.remindersHint')} />
      <ExampleDates values={values} />
      <DueLoad merchantNo={values['merchantNo']} value={ruleOf(values)} />
    </>
  );
}
