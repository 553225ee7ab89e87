import { useText } from '@kituo/sdk';
import { autoCancel } from '@kituo/sdk/contracts';
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
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  useFormValues,
  yesNo,
  type CodesOf,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { Patience } from '../rules/patience.tsx';
import { productOptions } from '../rules/product-options.ts';
import { RuleRuns } from '../rules/rule-runs.tsx';

type Translate = ReturnType<typeof useText>;
type Row = autoCancel.AutoCancelRow;
type Field = 'ruleName' | 'productNos' | 'orderStatus' | 'waitHours' | 'failCodes' | 'maxAttempts' | 'notifyTemplateNo';

const CANCELLED_STATUS = defineDictionary<CodesOf<typeof autoCancel.cancelledStatus>>('CANCELLED_STATUS', {
  PENDING_DISBURSEMENT: 'attention',
  DISBURSE_FAILED: 'failed',
});
const { Text, Number, Segmented, Select, MultiSelect } = fieldsOf<Record<Field, unknown>>();

const TEMPLATES = remoteOptions(autoCancel.templates, (all) =>
  all.map(({ templateCode, templateName }) => ({ value: templateCode, label: templateName, hint: templateCode })),
);

const columns = defineColumns<Row>([
  text('ruleName', { width: 200 }),
  text('merchantName', { width: 150 }),
  several('productNames', (row) => row.productNames, { width: 170 }),
  status('orderStatus', CANCELLED_STATUS, { width: 170 }),
  count('waitHours', { width: 90 }),
  several('failCodes', (row) => row.failCodes, { width: 120 }),
  count('maxAttempts', { width: 100 }),
  day('effectiveFrom', { sortable: true }),
  status('ruleStatus', RULE_STATUS, { width: 120 }),
  count('lastRunItems', { width: 110 }),
  flag('hasPending', { width: 120 }),
  text('notifyTemplateNo', { width: 170, hidden: true }),
]);

const codesOf = (typed: unknown) =>
  typeof typed === 'string' ? typed.split(/[\s,;]+/).filter((code) => code !== '') : [];

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'autoCancel',
  configKey: 'afterLoan.autoCancel',
  endpoints: autoCancel,
  columns,
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    productNo: oneOf(productOptions),
    orderStatus: oneOf(CANCELLED_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: ['ruleName', 'productNos', 'orderStatus', 'waitHours', 'failCodes', 'maxAttempts', 'notifyTemplateNo'],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    productNos: row?.productNos ?? [],
    orderStatus: row?.orderStatus ?? 'PENDING_DISBURSEMENT',
    waitHours: row?.waitHours ?? null,
    failCodes: row?.failCodes.join(', ') ?? '',
    maxAttempts: row?.maxAttempts ?? null,
    notifyTemplateNo: row?.notifyTemplateNo ?? null,
  }),
  valueOf: ({ failCodes, maxAttempts, orderStatus, ...values }) => {
    const isFailed = orderStatus === 'DISBURSE_FAILED';
    return {
      ...values,
      orderStatus,
      failCodes: isFailed ? codesOf(failCodes) : [],
      maxAttempts: isFailed ? maxAttempts : null,
    };
  },
  form: () => <Fields />,
  addName: 'ruleAdd',
  outcomeWord: (code) => t(`RULE_OUTCOME.${code}`),
  tabs: (row) => [
    { name: 'runs', content: () => <RuleRuns load={autoCancel.runPage} rule={row} /> },
    { name: 'patience', content: () => <Patience rule={row} /> },
  ],
  wordOf: (code, field) => (field === 'orderStatus' ? t(`CANCELLED_STATUS.${code}`) : code),
});

/** When an order that was not disbursed is cancelled without a person. */
export function AutomaticLoanCancelConfigPage() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

function Fields() {
  const t = useText();
  const { orderStatus } = useFormValues();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <MultiSelect name="productNos" source={productOptions} isOptional hint={t('rule.productsHint')} />
      <Segmented name="orderStatus" options={CANCELLED_STATUS} />
      <Number name="waitHours" unit={t('rule.hours')} />
      {orderStatus === 'DISBURSE_FAILED' && (
        <>
          <Number name="maxAttempts" />
          <Text name="failCodes" isOptional hint={t('autoCancel.codesHint')} />
        </>
      )}
      <Select name="notifyTemplateNo" options={TEMPLATES} isOptional hint={t('autoCancel.notifyHint')} />
    </>
  );
}
