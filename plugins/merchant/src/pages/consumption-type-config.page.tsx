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
  useFormValues,
  yesNo,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { CONSUMPTION_TYPE } from '../parts/codes.ts';
import { Impact } from '../prices/impact.tsx';
import { Paces } from '../prices/paces.tsx';
import { readTiers, writeTiers } from '../prices/tiers.ts';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';

type Translate = ReturnType<typeof useText>;
type Row = consumptionPrice.ConsumptionPriceRow;
type Field =
  | 'ruleName'
  | 'typeCode'
  | 'names'
  | 'otherMerchantNos'
  | 'isForAll'
  | 'consumptionType'
  | 'unitPriceCents'
  | 'freeQuota'
  | 'tiers';
const { Languages, Text, Number: Count, Select, MultiSelect, Money, Switch } = fieldsOf<Record<Field, unknown>>();

const columns = defineColumns<Row>([
  text('ruleName', { width: 190 }),
  several('typeCode', ({ typeCode, consumptionType }) => [typeCode ?? consumptionType], { width: 150 }),
  several('names', ({ names }) => Object.entries(names).map(([language, name]) => `${language}: ${name}`), {
    width: 200,
  }),
  text('merchantName', { width: 160 }),
  several('otherMerchantNos', ({ otherMerchantNames }) => otherMerchantNames, { width: 180 }),
  flag('isForAll', { width: 120 }),
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

const priceOf = ({
  tiers,
  typeCode,
  names,
  isForAll,
  otherMerchantNos,
  ...values
}: Readonly<Record<string, unknown>>) => ({
  ...values,
  isForAll: isForAll === true,
  // Of all, none is named.
  otherMerchantNos: isForAll === true ? [] : otherMerchantNos,
  typeCode: String(typeCode ?? '')
    .trim()
    .toUpperCase(),
  // A language left blank has no name of its own.
  names: Object.fromEntries(Object.entries(names ?? {}).filter(([, name]) => name !== '')),
  tiers: readTiers(tiers),
});

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'price',
  configKey: 'merchant.consumptionPrice',
  endpoints: consumptionPrice,
  columns,
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    consumptionType: oneOf(CONSUMPTION_TYPE),
    typeCode: containing({ example: 'SMS_SENT' }),
    typeName: containing(),
    ruleName: containing(),
    ruleId: containing({ example: 'R000001' }),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: [
    ...(['ruleName', 'typeCode', 'names', 'otherMerchantNos', 'isForAll'] as const),
    ...(['consumptionType', 'unitPriceCents', 'freeQuota', 'tiers'] as const),
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    typeCode: row?.typeCode ?? row?.consumptionType ?? '',
    names: row?.names ?? {},
    otherMerchantNos: row?.otherMerchantNos ?? [],
    isForAll: row?.isForAll ?? false,
    consumptionType: row?.consumptionType ?? 'LOAN_DISBURSED',
    unitPriceCents: row?.unitPriceCents ?? null,
    freeQuota: row?.freeQuota ?? 0,
    tiers: writeTiers(row?.tiers ?? []),
  }),
  valueOf: priceOf,
  form: () => <Fields />,
  more: (row) => <Paces ruleId={row.ruleId} />,
  disableText: t('price.disableText'),
  disableMore: (row) => <p>{t('price.income', { money: formatMoney(row.lastMonthCents) })}</p>,
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
  const { isForAll } = useFormValues();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Text name="typeCode" maxLength={32} hint={t('price.codeHint')} />
      <Languages name="names" maxLength={64} isOptional />
      <Switch name="isForAll" hint={t('price.allHint')} />
      {isForAll !== true && (
        <MultiSelect name="otherMerchantNos" source={merchantOptions} isOptional hint={t('price.othersHint')} />
      )}
      <Select name="consumptionType" options={CONSUMPTION_TYPE} />
      <div className="kp-pair">
        <Money name="unitPriceCents" />
        <Count name="freeQuota" unit={t('price.aMonth')} />
      </div>
      <Text name="tiers" isOptional isLong hint={t('price.tiersHint')} />
      <Impact valueOf={priceOf} />
    </>
  );
}
