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
  PageTabs,
  several,
  status,
  text,
  useFormValues,
  yesNo,
  type CodesOf,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { AlmostSettled } from '../rules/almost-settled.list.tsx';
import { productOptions } from '../rules/product-options.ts';
import { RuleRuns } from '../rules/rule-runs.tsx';

type Translate = ReturnType<typeof useText>;
type Row = autoRule.AutoSettleRow;
type Field = 'ruleName' | 'productNos' | 'residualMaxCents' | 'components' | 'useCredit' | 'dailyCapCents';

const WAIVABLE = defineDictionary<CodesOf<typeof autoRule.waivable>>('WAIVABLE', {
  LATE_FEE: 'waiting',
  LIQUIDATED_DAMAGES: 'waiting',
  EXTENSION_SERVICE_FEE: 'waiting',
  MANAGEMENT_FEE: 'waiting',
  SERVICE_FEE: 'waiting',
  INTEREST: 'waiting',
});
const { Text, Money, MultiSelect, Switch } = fieldsOf<Record<Field, unknown>>();

const columnsIn = (t: Translate) =>
  defineColumns<Row>([
    text('ruleName', { width: 200 }),
    text('merchantName', { width: 150 }),
    several('productNames', (row) => row.productNames, { width: 150 }),
    money('residualMaxCents', { width: 130 }),
    several('components', (row) => row.components.map((code) => t(`WAIVABLE.${code}`)), { width: 180 }),
    flag('useCredit', { width: 110 }),
    money('dailyCapCents', { width: 140 }),
    day('effectiveFrom', { sortable: true }),
    status('ruleStatus', RULE_STATUS, { width: 120 }),
    count('closedYesterday', { width: 120 }),
    money('waivedYesterdayCents', { width: 140 }),
    flag('hasPending', { width: 120 }),
  ]);

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'autoSettle',
  configKey: 'afterLoan.autoSettle',
  endpoints: {
    page: autoRule.settlePage,
    exportList: autoRule.settleExport,
    save: autoRule.settleSave,
    state: autoRule.settleState,
    dryRun: autoRule.settleDryRun,
  },
  columns: columnsIn(t),
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    productNo: oneOf(productOptions),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: ['ruleName', 'productNos', 'residualMaxCents', 'components', 'useCredit', 'dailyCapCents'],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    productNos: row?.productNos ?? [],
    residualMaxCents: row?.residualMaxCents ?? null,
    components: row?.components ?? [],
    useCredit: row?.useCredit ?? true,
    dailyCapCents: row?.dailyCapCents ?? null,
  }),
  valueOf: (values) => values,
  form: () => <Fields />,
  addName: 'ruleAdd',
  outcomeWord: (code) => t(`RULE_OUTCOME.${code}`),
  tabs: (row) => [
    { name: 'runs', content: () => <RuleRuns load={autoRule.settleRunPage} rule={row} tell={owedBefore(t)} /> },
  ],
  wordOf: (code, field) => (field === 'components' ? t(`WAIVABLE.${code}`) : code),
});

/** What a bill owed before it was closed, by component. */
const owedBefore = (t: Translate) => (facts: Readonly<Record<string, unknown>>) => {
  const { outstanding } = facts;
  if (typeof outstanding !== 'object' || outstanding === null) return '';
  const parts = Object.entries(outstanding).flatMap(([component, cents]: [string, unknown]) =>
    typeof cents === 'number' && cents > 0 ? [`${t(`COMPONENT.${component}`)} ${formatMoney(cents)}`] : [],
  );
  return parts.length === 0 ? '' : `${parts.join(', ')} → ${formatMoney(0)}`;
};

/** When a bill on which nothing, or next to nothing, is owed is closed without a person; and those that are almost there. */
export function AutoSettlementConfigPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('autoSettle.title')}
      tabs={[
        { name: 'rules', awaits: 'afterLoan.autoSettle', content: () => <Rules key="rules" /> },
        { name: 'almost', content: () => <AlmostSettled key="almost" /> },
      ]}
    />
  );
}

function Rules() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

function Fields() {
  const t = useText();
  const { residualMaxCents, dailyCapCents } = useFormValues();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <MultiSelect name="productNos" source={productOptions} isOptional hint={t('rule.productsHint')} />
      <Money name="residualMaxCents" hint={t('autoSettle.residualHint')} />
      <MultiSelect name="components" source={{ kind: 'dictionary', dictionary: WAIVABLE }} isOptional />
      <Switch name="useCredit" hint={t('autoSettle.creditHint')} />
      <Money name="dailyCapCents" hint={t('autoSettle.capHint')} />
      {typeof residualMaxCents === 'number' && typeof dailyCapCents === 'number' && (
        <p>{t('autoSettle.effect', { bill: formatMoney(residualMaxCents), day: formatMoney(dailyCapCents) })}</p>
      )}
    </>
  );
}
