import { formatMoney, useText } from '@kituo/sdk';
import { consumptionPrice } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  fieldsOf,
  flag,
  merchantOptions,
  money,
  oneOf,
  several,
  status,
  text,
  yesNo,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { CONSUMPTION_TYPE } from '../parts/codes.ts';
import { readTiers, writeTiers } from '../prices/tiers.ts';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';

type Translate = ReturnType<typeof useText>;
type Row = consumptionPrice.ConsumptionPriceRow;
type Field = 'ruleName' | 'consumptionType' | 'unitPriceCents' | 'freeQuota' | 'tiers';
const { Text, Number: Count, Select, Money } = fieldsOf<Record<Field, unknown>>();

const columns = defineColumns<Row>([
  text('ruleName', { width: 190 }),
  text('merchantName', { width: 160 }),
  status('consumptionType', CONSUMPTION_TYPE, { width: 150 }),
  money('unitPriceCents', { width: 120 }),
  several(
    'tiers',
    ({ tiers }) => tiers.map(({ fromCount, priceCents }) => `${fromCount}: ${formatMoney(priceCents)}`),
    {
      width: 170,
    },
  ),
  count('freeQuota', { width: 100 }),
  status('ruleStatus', RULE_STATUS, { width: 120 }),
  day('effectiveFrom', { sortable: true }),
  count('versionNo', { width: 80 }),
  money('lastMonthCents', { width: 150 }),
  flag('hasPending', { width: 130 }),
]);

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'price',
  configKey: 'merchant.consumptionPrice',
  endpoints: consumptionPrice,
  columns,
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    consumptionType: oneOf(CONSUMPTION_TYPE),
    ruleName: containing(),
    ruleId: containing({ example: 'R000001' }),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: ['ruleName', 'consumptionType', 'unitPriceCents', 'freeQuota', 'tiers'],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    consumptionType: row?.consumptionType ?? 'LOAN_DISBURSED',
    unitPriceCents: row?.unitPriceCents ?? null,
    freeQuota: row?.freeQuota ?? 0,
    tiers: writeTiers(row?.tiers ?? []),
  }),
  valueOf: ({ tiers, ...values }) => ({ ...values, tiers: readTiers(tiers) }),
  form: () => <Fields />,
  wordOf: (code, field) => (field === 'consumptionType' ? t(`CONSUMPTION_TYPE.${code}`) : code),
});

/** What merchants are charged for, and at what price, by versions. */
export function ConsumptionTypeConfigPage() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

function Fields() {
  const t = useText();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="consumptionType" options={CONSUMPTION_TYPE} />
      <div className="kp-pair">
        <Money name="unitPriceCents" />
        <Count name="freeQuota" unit={t('price.aMonth')} />
      </div>
      <Text name="tiers" isOptional isLong hint={t('price.tiersHint')} />
    </>
  );
}
