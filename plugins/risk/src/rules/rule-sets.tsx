import { useText } from '@kituo/sdk';
import { ruleSet } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  day,
  decimal,
  defineColumns,
  defineFilters,
  fieldsOf,
  flag,
  merchantOptions,
  number,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleScreen, type RuleValue } from '@kituo/sdk/rules';
import { useMemo, useState } from 'react';
import { RULE_TYPE } from '../parts/codes.ts';
import { Backtest } from './backtest.tsx';
import { Halt } from './halt.tsx';
import { LeftWithout } from './left-without.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { RulesOf, ruleText } from './rules-of.tsx';

type Translate = ReturnType<typeof useText>;
type Row = ruleSet.RuleSetRow;
type Rule = ruleSet.RiskRule;
const { MultiSelect, Text, Switch } = fieldsOf<Record<'ruleName' | 'productNos' | 'awaitsScorer', unknown>>();
const productOptions = remoteOptions(ruleSet.products, (all) =>
  all.map(({ productNo, productName, merchantName }) => ({ value: productNo, label: productName, hint: merchantName })),
);
const NONE: readonly Rule[] = [];

const columns = defineColumns<Row>([
  number('ruleId', { width: 110 }),
  text('ruleName', { width: 200 }),
  text('merchantName', { width: 150 }),
  several('productNames', (row) => row.productNames, { width: 150 }),
  count('ruleCount', { width: 80 }),
  decimal('refusedPercent', { digits: 1, width: 110 }),
  decimal('manualPercent', { digits: 1, width: 110 }),
  count('versionNo', { width: 80 }),
  day('effectiveFrom', { sortable: true }),
  status('ruleStatus', RULE_STATUS, { width: 120 }),
  flag('awaitsScorer', { width: 130 }),
  flag('hasPending', { width: 130 }),
]);
const filters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  productNo: oneOf(productOptions),
  ruleType: oneOf(RULE_TYPE),
  ruleStatus: oneOf(RULE_STATUS),
  hasPending: yesNo(),
  refuseCode: containing({ example: 'M101' }),
  ruleSetCode: containing({ example: 'R000001' }),
});

/** Each rule a field, so that a comparison names the rule that changed. */
function shownIn(t: Translate, { rules, ...value }: RuleValue): RuleValue {
  const read = ruleSet.ruleSetValue.shape.rules.safeParse(rules).data ?? [];
  return { ...value, ...Object.fromEntries(read.map((rule) => [`rule ${rule.priority}`, ruleText(rule, t)])) };
}

function kindIn(t: Translate, rules: readonly Rule[], setRules: (rules: readonly Rule[]) => void): RuleKind<Row> {
  return {
    name: 'ruleSet',
    addName: 'ruleAdd',
    configKey: 'risk.ruleSet',
    endpoints: ruleSet,
    columns,
    filters,
    nameOf: (row) => row.ruleName,
    fields: ['ruleName', 'productNos', 'awaitsScorer'],
    valuesOf: (row) => ({
      ruleName: row?.ruleName ?? '',
      productNos: row?.productNos ?? [],
      awaitsScorer: row?.awaitsScorer ?? true,
    }),
    valueOf: (values) => ({ ...values, rules }),
    shown: (value) => shownIn(t, value),
    labelOf: (field) =>
      field.startsWith('rule ') ? t('ruleSet.priorityNo', { no: field.slice(5) }) : t(`field.${field}`),
    form: (row) => <Fields row={row} rules={rules} setRules={setRules} />,
    tabs: (row) => [
      { name: 'rules', content: () => <RulesOf row={row} /> },
      { name: 'backtest', content: () => <Backtest row={row} /> },
    ],
    wordOf: (code) => code,
    outcomeWord: (code) => t(`RULE_DECISION.${code}`),
    disableText: t('ruleSet.disableText'),
    disableMore: (row) => <LeftWithout row={row} />,
  };
}

/** The sets by which the machine decides, and the switch that sends every application to a person. */
export function RuleSets() {
  const t = useText();
  const [rules, setRules] = useState<readonly Rule[]>(NONE);
  const kind = useMemo(() => kindIn(t, rules, setRules), [t, rules]);
  return (
    <RuleScreen kind={kind}>
      <Halt />
    </RuleScreen>
  );
}

function Fields(props: {
  readonly row: Row | null;
  readonly rules: readonly Rule[];
  readonly setRules: (rules: readonly Rule[]) => void;
}) {
  const t = useText();
  return (
    <>
      <Text name="ruleName" maxLength={64} />
      <MultiSelect name="productNos" source={productOptions} isOptional hint={t('rule.productsHint')} />
      <Switch name="awaitsScorer" hint={t('ruleSet.awaitsHint')} />
      <RulesEditor initial={props.row?.rules ?? NONE} rules={props.rules} onChange={props.setRules} />
    </>
  );
}
