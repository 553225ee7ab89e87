import { useText } from '@kituo/sdk';
import { orderAcquire } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  fieldsOf,
  flag,
  LOAN_TYPE,
  merchantOptions,
  money,
  oneOf,
  several,
  status,
  text,
  yesNo,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { Tried } from './tried.tsx';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';

type Translate = ReturnType<typeof useText>;
type Row = orderAcquire.AcquireRow;
type Field =
  | 'ruleName'
  | 'priority'
  | 'dailyQuota'
  | 'fromTime'
  | 'toTime'
  | 'loanType'
  | 'minAmountCents'
  | 'maxAmountCents'
  | 'modelLevels'
  | 'termDays'
  | 'channelCodes';
const { Text, Number: Count, Select, Money } = fieldsOf<Record<Field, unknown>>();

const columns = defineColumns<Row>([
  text('ruleName', { width: 180 }),
  text('merchantName', { width: 160 }),
  count('priority', { width: 90 }),
  text('fromTime', { width: 100 }),
  text('toTime', { width: 100 }),
  money('minAmountCents', { width: 130 }),
  money('maxAmountCents', { width: 130 }),
  several('modelLevels', ({ modelLevels }) => modelLevels, { width: 120 }),
  several('termDays', ({ termDays }) => termDays.map(String), { width: 110 }),
  several('channelCodes', ({ channelCodes }) => channelCodes, { width: 150 }),
  status('loanType', LOAN_TYPE, { width: 110 }),
  count('dailyQuota', { width: 100 }),
  count('acquiredToday', { width: 120 }),
  money('unitPriceCents', { width: 120 }),
  status('ruleStatus', RULE_STATUS, { width: 120 }),
  day('effectiveFrom', { sortable: true }),
  flag('hasPending', { width: 130 }),
]);

type Values = Readonly<Record<string, unknown>>;
const listed = (typed: unknown) =>
  String(typed ?? '')
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
const valueOf = ({ modelLevels, termDays, channelCodes, loanType, dailyQuota, ...values }: Values) => ({
  ...values,
  dailyQuota: Number(dailyQuota),
  loanType: loanType === '' ? null : loanType,
  modelLevels: listed(modelLevels),
  termDays: listed(termDays).map(Number),
  channelCodes: listed(channelCodes).map((code) => code.toUpperCase()),
});
/** The rule alone, of all that the form holds. */
const ruleOf = ({ effectiveFrom: _day, reason: _reason, ...values }: Values) => valueOf(values);

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'acquire',
  configKey: 'merchant.orderAcquire',
  endpoints: orderAcquire,
  columns,
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    ruleName: containing(),
    ruleId: containing({ example: 'R000001' }),
    loanType: oneOf(LOAN_TYPE),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: [
    'ruleName',
    'priority',
    'dailyQuota',
    'fromTime',
    'toTime',
    'loanType',
    'minAmountCents',
    'maxAmountCents',
    'modelLevels',
    'termDays',
    'channelCodes',
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    priority: row?.priority ?? null,
    // Typed as text: a field of whole numbers takes no minus.
    dailyQuota: String(row?.dailyQuota ?? -1),
    fromTime: row?.fromTime ?? '00:00',
    toTime: row?.toTime ?? '24:00',
    loanType: row?.loanType ?? null,
    minAmountCents: row?.minAmountCents ?? null,
    maxAmountCents: row?.maxAmountCents ?? null,
    modelLevels: row?.modelLevels.join(', ') ?? '',
    termDays: row?.termDays.join(', ') ?? '',
    channelCodes: row?.channelCodes.join(', ') ?? '',
  }),
  valueOf,
  form: (row) => <Fields ruleId={row?.ruleId ?? null} />,
  wordOf: (code, field) => (field === 'loanType' ? t(`LOAN_TYPE.${code}`) : code),
});

/** The rules by which applications go to merchants. */
export function AcquireRules() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

function Fields({ ruleId }: { readonly ruleId: string | null }) {
  const t = useText();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <div className="kp-pair">
        <Count name="priority" hint={t('acquire.priorityHint')} />
        <Text name="dailyQuota" hint={t('acquire.quotaHint')} />
      </div>
      <div className="kp-pair">
        <Text name="fromTime" maxLength={5} />
        <Text name="toTime" maxLength={5} />
      </div>
      <div className="kp-pair">
        <Money name="minAmountCents" />
        <Money name="maxAmountCents" />
      </div>
      <Select name="loanType" options={LOAN_TYPE} isOptional />
      <Text name="modelLevels" isOptional hint={t('acquire.levelsHint')} />
      <div className="kp-pair">
        <Text name="termDays" isOptional hint={t('acquire.termsHint')} />
        <Text name="channelCodes" isOptional hint={t('acquire.channelsHint')} />
      </div>
      <Tried ruleId={ruleId} valueOf={ruleOf} />
    </>
  );
}
