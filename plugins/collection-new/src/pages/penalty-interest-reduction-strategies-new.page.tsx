import { eatDay, formatDate, formatMoney, useText } from '@kituo/sdk';
import { CASE_LEVEL } from '@kituo/sdk/cases';
import { waiverStrategy } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
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
  remoteOptions,
  several,
  status,
  text,
} from '@kituo/sdk/page';
import { type RuleBatchesProps, type RuleKind, RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { StrategyBatches } from '../strategies/strategy-batches.tsx';
import { StrategyPreview } from '../strategies/strategy-preview.tsx';
import { StrategyUsage } from '../strategies/strategy-usage.tsx';

type Translate = ReturnType<typeof useText>;
type Row = waiverStrategy.StrategyRow;
const FIELDS = [
  'ruleName',
  'productNos',
  'caseLevels',
  'dpdFrom',
  'dpdTo',
  'components',
  'rateBps',
  'payFirst',
  'capPerBillCents',
  'dailyBudgetCents',
  'timesPerYear',
  'approvalMode',
  'effectiveTo',
] as const;
const {
  Text,
  Date: Day,
  Number: Count,
  Decimal,
  Money,
  MultiSelect,
  Segmented,
} = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();

const WAIVER_COMPONENT = defineDictionary<CodesOf<typeof waiverStrategy.waivedComponent>>('WAIVER_COMPONENT', {
  LATE_FEE: 'waiting',
  LIQUIDATED_DAMAGES: 'waiting',
  EXTENSION_SERVICE_FEE: 'waiting',
  MANAGEMENT_FEE: 'waiting',
  SERVICE_FEE: 'waiting',
  INTEREST: 'waiting',
});
const WAIVER_PAY_FIRST = defineDictionary<CodesOf<typeof waiverStrategy.payFirst>>('WAIVER_PAY_FIRST', {
  BILL_IN_FULL: 'waiting',
  ALL_OVERDUE: 'waiting',
});
const WAIVER_APPROVAL = defineDictionary<CodesOf<typeof waiverStrategy.approvalMode>>('WAIVER_APPROVAL', {
  EACH: 'waiting',
  PRE_APPROVED: 'active',
});
const STRATEGY_STATUS = defineDictionary<CodesOf<typeof waiverStrategy.strategyStatus>>('STRATEGY_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
  PENDING: 'attention',
  SCHEDULED: 'active',
  REJECTED: 'failed',
  WITHDRAWN: 'waiting',
  EXPIRED: 'waiting',
});
const productOptions = remoteOptions(waiverStrategy.products, (all) =>
  all.map(({ productNo, productName, merchantName }) => ({ value: productNo, label: productName, hint: merchantName })),
);
const componentOptions = { kind: 'dictionary', dictionary: WAIVER_COMPONENT } as const;
const levelOptions = { kind: 'dictionary', dictionary: CASE_LEVEL } as const;

const columnsIn = (t: Translate) =>
  defineColumns<Row>([
    text('ruleName', { width: 190 }),
    text('merchantName', { width: 150 }),
    several(
      'productNames',
      ({ productNames }) => (productNames.length === 0 ? [t('strategy.allProducts')] : productNames),
      { width: 160 },
    ),
    several('caseLevels', (row) => row.caseLevels, { width: 130 }),
    count('dpdFrom', { width: 100 }),
    count('dpdTo', { width: 90 }),
    several('components', (row) => row.components.map((one) => t(`WAIVER_COMPONENT.${one}`)), { width: 190 }),
    count('rateBps', { width: 110, as: (bps) => `${bps / 100}%` }),
    status('payFirst', WAIVER_PAY_FIRST, { width: 150 }),
    money('capPerBillCents', { width: 130 }),
    money('dailyBudgetCents', { width: 130 }),
    money('usedTodayCents', { width: 130 }),
    status('approvalMode', WAIVER_APPROVAL, { width: 150 }),
    status('strategyStatus', STRATEGY_STATUS, { width: 140 }),
    day('effectiveFrom', { sortable: true }),
    day('effectiveTo'),
    count('versionNo', { width: 90 }),
    flag('hasPending', { width: 110 }),
  ]);

/** The last day of a version, and that it is past. */
function lastDayOf(value: unknown, t: Translate): readonly string[] {
  const { effectiveTo } = waiverStrategy.waiverStrategy.safeParse(value).data ?? {};
  if (effectiveTo == null) return [];
  return [formatDate(effectiveTo), ...(effectiveTo < eatDay() ? [t('STRATEGY_STATUS.EXPIRED')] : [])];
}

const valueOf = (values: Readonly<Record<string, unknown>>) => ({
  ...values,
  rateBps: typeof values['rateBps'] === 'number' ? Math.round(values['rateBps'] * 100) : values['rateBps'],
});

const Batches = (props: RuleBatchesProps<Row>) => <StrategyBatches {...props} products={productOptions} />;

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'strategy',
  configKey: 'collectionStage.strategy',
  // Its preview is its own: saving asks for none.
  endpoints: waiverStrategy,
  columns: columnsIn(t),
  filters: defineFilters({
    ruleName: containing(),
    merchantNo: oneOf(merchantOptions),
    productNo: oneOf(productOptions),
    component: oneOf(WAIVER_COMPONENT),
    caseLevel: oneOf(CASE_LEVEL),
    strategyStatus: oneOf(STRATEGY_STATUS),
    effectiveOn: dateRange(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  Batches,
  fields: FIELDS,
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    productNos: row?.productNos ?? [],
    caseLevels: row?.caseLevels ?? ['S1', 'S2'],
    dpdFrom: row?.dpdFrom ?? 1,
    dpdTo: row?.dpdTo ?? 30,
    components: row?.components ?? ['LATE_FEE'],
    // Typed in percent, kept in basis points.
    rateBps: (row?.rateBps ?? 5000) / 100,
    payFirst: row?.payFirst ?? 'BILL_IN_FULL',
    capPerBillCents: row?.capPerBillCents ?? null,
    dailyBudgetCents: row?.dailyBudgetCents ?? null,
    timesPerYear: row?.timesPerYear ?? 2,
    approvalMode: row?.approvalMode ?? 'EACH',
    effectiveTo: row?.effectiveTo ?? null,
  }),
  valueOf,
  effectOf: (value, effectiveFrom) => {
    const strategy = waiverStrategy.waiverStrategy.safeParse(value).data;
    if (strategy === undefined) return '';
    const { rateBps, components, caseLevels, dailyBudgetCents } = strategy;
    return t('strategy.effect', {
      date: formatDate(effectiveFrom),
      rate: rateBps / 100,
      components: components.map((one) => t(`WAIVER_COMPONENT.${one}`)).join(', '),
      levels: caseLevels.join(', '),
      budget: formatMoney(dailyBudgetCents),
    });
  },
  versionColumns: [several('value', ({ value }) => lastDayOf(value, t), { title: 'effectiveTo', width: 180 })],
  more: ({ ruleId }) => <StrategyUsage ruleId={ruleId} />,
  form: () => <Fields />,
  wordOf: (code, field) => {
    if (field === 'components') return t(`WAIVER_COMPONENT.${code}`);
    if (field === 'payFirst') return t(`WAIVER_PAY_FIRST.${code}`);
    return field === 'approvalMode' ? t(`WAIVER_APPROVAL.${code}`) : code;
  },
});

/** Which fees and interest may be waived on single bills, when and how much. */
export function PenaltyInterestReductionStrategiesNewPage() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

function Fields() {
  const t = useText();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <MultiSelect name="productNos" source={productOptions} isOptional hint={t('strategy.productsHint')} />
      <MultiSelect name="caseLevels" source={levelOptions} />
      <Count name="dpdFrom" />
      <Count name="dpdTo" />
      <MultiSelect name="components" source={componentOptions} />
      <Decimal name="rateBps" unit="%" hint={t('strategy.rateHint')} />
      <Segmented name="payFirst" options={WAIVER_PAY_FIRST} />
      <Money name="capPerBillCents" />
      <Money name="dailyBudgetCents" />
      <Count name="timesPerYear" />
      <Segmented name="approvalMode" options={WAIVER_APPROVAL} />
      <Day name="effectiveTo" isOptional hint={t('strategy.toHint')} />
      <StrategyPreview valueOf={valueOf} />
    </>
  );
}
