import { formatDate, useText } from '@kituo/sdk';
import { CASE_LEVEL, CASE_SCOPE } from '@kituo/sdk/cases';
import { aiAllocation } from '@kituo/sdk/contracts';
import {
  AskReason,
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
  type RowAction,
  several,
  status,
  text,
  useAction,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleRuns, RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { AiWork } from '../ai/ai-work.tsx';
import { AiBatches } from '../policies/policy-batches.tsx';
import { PolicyPreview } from '../policies/policy-preview.tsx';
import { sayAiRun } from '../policies/ai-runs.ts';

type Translate = ReturnType<typeof useText>;
type Row = aiAllocation.AiAllocationRow;
const FIELDS = [
  'ruleName',
  'aiEmployeeUserNo',
  'caseScopes',
  'caseLevels',
  'aiSharePercent',
  'lowersBelowPercent',
  'leastSharePercent',
  'dailyCap',
  'minDueCents',
  'maxDueCents',
  'maxAttempts',
  'handBackOn',
  'robotPlanNo',
] as const;
const { Text, Select, Number: Count, Money, MultiSelect } = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();

const HAND_BACK_ON = defineDictionary<CodesOf<typeof aiAllocation.handBackOn>>('HAND_BACK_ON', {
  WILLING: 'good',
  UNCLEAR: 'waiting',
  DISPUTE: 'attention',
  BROKEN_PROMISE: 'failed',
  NUMBER_FAULT: 'waiting',
});
const employeeOptions = remoteOptions(aiAllocation.employees, (all) =>
  all.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);
const planOptions = remoteOptions(aiAllocation.plans, (all) =>
  all.map(({ planNo, planName, merchantName }) => ({ value: planNo, label: `${planName} (${merchantName})` })),
);
const scopeOptions = { kind: 'dictionary', dictionary: CASE_SCOPE } as const;
const levelOptions = { kind: 'dictionary', dictionary: CASE_LEVEL } as const;
const handBackOptions = { kind: 'dictionary', dictionary: HAND_BACK_ON } as const;

const columnsIn = (t: Translate) =>
  defineColumns<Row>([
    text('ruleName', { width: 190 }),
    text('merchantName', { width: 150 }),
    text('aiEmployeeName', { width: 150 }),
    text('robotPlanName', { width: 150 }),
    several('caseScopes', (row) => row.caseScopes.map((scope) => t(`POLICY_SCOPE.${scope}`)), { width: 150 }),
    several('caseLevels', (row) => row.caseLevels, { width: 140 }),
    count('aiSharePercent', { width: 90 }),
    count('sharePercentNow', { width: 110 }),
    count('lowersBelowPercent', { width: 150 }),
    count('leastSharePercent', { width: 120 }),
    count('dailyCap', { width: 130 }),
    count('casesHeld', { width: 110 }),
    count('handedBackToday', { width: 150 }),
    several('handBackOn', (row) => row.handBackOn.map((on) => t(`HAND_BACK_ON.${on}`)), { width: 180 }),
    count('maxAttempts', { width: 120 }),
    money('minDueCents', { width: 120 }),
    money('maxDueCents', { width: 120 }),
    status('ruleStatus', RULE_STATUS, { width: 140 }),
    day('effectiveFrom', { sortable: true }),
    count('versionNo', { width: 90 }),
    flag('hasPending', { width: 110 }),
  ]);

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'aiAllocation',
  configKey: 'collection.aiAllocation',
  // Its preview is its own: saving asks for none.
  endpoints: aiAllocation,
  columns: columnsIn(t),
  filters: defineFilters({
    ruleName: containing(),
    merchantNo: oneOf(merchantOptions),
    aiEmployeeUserNo: oneOf(employeeOptions),
    caseLevel: oneOf(CASE_LEVEL),
    caseScope: oneOf(CASE_SCOPE),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  Batches: AiBatches,
  fields: FIELDS,
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    aiEmployeeUserNo: row?.aiEmployeeUserNo ?? null,
    caseScopes: row?.caseScopes ?? ['ORDER', 'BILL'],
    caseLevels: row?.caseLevels ?? ['S0', 'S1'],
    aiSharePercent: row?.aiSharePercent ?? 20,
    lowersBelowPercent: row?.lowersBelowPercent ?? null,
    leastSharePercent: row?.leastSharePercent ?? null,
    dailyCap: row?.dailyCap ?? 200,
    minDueCents: row?.minDueCents ?? null,
    maxDueCents: row?.maxDueCents ?? null,
    maxAttempts: row?.maxAttempts ?? 3,
    handBackOn: row?.handBackOn ?? ['WILLING', 'DISPUTE', 'BROKEN_PROMISE'],
    robotPlanNo: row?.robotPlanNo ?? null,
  }),
  valueOf: (values) => values,
  tabs: ({ ruleId, ruleName }) => [
    { name: 'aiWork', content: () => <AiWork ruleId={ruleId} /> },
    {
      name: 'runs',
      content: () => (
        <RuleRuns load={aiAllocation.runPage} ruleId={ruleId} label={ruleName} say={(item) => sayAiRun(item, t)} />
      ),
    },
  ],
  form: (rule) => <Fields ruleId={rule?.ruleId} />,
  enableMore: ({ effectiveFrom, aiSharePercent, caseLevels }) => (
    <p>
      {t('aiAllocation.takes', {
        date: formatDate(effectiveFrom),
        percent: aiSharePercent,
        levels: caseLevels.join(', '),
      })}
    </p>
  ),
  wordOf: (code, field) => {
    if (field === 'handBackOn') return t(`HAND_BACK_ON.${code}`);
    return field === 'caseScopes' ? t(`POLICY_SCOPE.${code}`) : code;
  },
});

/** Which share of which cases AI employees work, and when people take over. */
export function AIallocationConfigPage() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  const handBack = useAction({
    name: 'aiHandBack',
    endpoint: aiAllocation.handBack,
    request: ({ ruleId }: Row, { reason }: { readonly reason: string }) => ({ ruleId, reason }),
    facts: ({ aiEmployeeName }: Row) => ({ name: aiEmployeeName }),
    isDangerous: true,
  });
  const action: RowAction<Row> = {
    ...handBack,
    isAllowed: ({ casesHeld }) => handBack.isPermitted && casesHeld > 0,
  };
  return (
    <>
      <RuleScreen kind={{ ...kind, rowActions: [action] }} />
      <AskReason action={handBack} />
    </>
  );
}

function Fields({ ruleId }: { readonly ruleId: string | undefined }) {
  const t = useText();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <Select name="aiEmployeeUserNo" options={employeeOptions} />
      <MultiSelect name="caseScopes" source={scopeOptions} />
      <MultiSelect name="caseLevels" source={levelOptions} />
      <Count name="aiSharePercent" unit="%" hint={t('aiAllocation.shareHint')} />
      <Count name="lowersBelowPercent" unit="%" isOptional hint={t('aiAllocation.lowersHint')} />
      <Count name="leastSharePercent" unit="%" isOptional />
      <Count name="dailyCap" />
      <Money name="minDueCents" isOptional hint={t('levelPolicy.anyHint')} />
      <Money name="maxDueCents" isOptional />
      <Count name="maxAttempts" />
      <MultiSelect name="handBackOn" source={handBackOptions} isOptional />
      <Select name="robotPlanNo" isOptional options={planOptions} hint={t('aiAllocation.planHint')} />
      <PolicyPreview endpoint={aiAllocation.simulate} ruleId={ruleId} valueOf={(values) => values} />
    </>
  );
}
