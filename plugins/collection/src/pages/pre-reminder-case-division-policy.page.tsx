import { formatDate, useText } from '@kituo/sdk';
import { CASES_TEXTS, CASE_SCOPE } from '@kituo/sdk/cases';
import { casePolicy, smsTemplate } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  flag,
  LOAN_TYPE,
  merchantOptions,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  time,
  timeOfDay,
  useDetail,
  useFormValues,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleRuns, RuleScreen } from '@kituo/sdk/rules';
import { Fragment, useState } from 'react';
import { DivisionFields } from '../policies/division.fields.tsx';
import { ReminderBatches } from '../policies/policy-batches.tsx';
import { PolicyPreview } from '../policies/policy-preview.tsx';
import { IN_TIME_STEPS, LAST_RUN_RESULT, policyFields, REMINDER_STEP } from '../policies/policy-words.ts';
import { PolicyRun } from '../policies/run-cases.tsx';

type Translate = ReturnType<typeof useText>;
type Row = casePolicy.ReminderRow;
const { MultiSelect, Segmented, Select, Text, TimeOfDay } = policyFields;

const productOptions = remoteOptions(casePolicy.products, (all) =>
  all.map(({ productNo, productName, merchantName }) => ({ value: productNo, label: productName, hint: merchantName })),
);
const STEPS = ['threeDaysBefore', 'twoDaysBefore', 'oneDayBefore', 'onDueDay'] as const;
const hasRobotStep = (values: Readonly<Record<string, unknown>>): boolean =>
  STEPS.some((step) => values[step] === 'ROBOT');

/** Approved texts of collection. */
const templateOptions = remoteOptions(smsTemplate.list, (all) =>
  all.map(({ templateCode, templateName }) => ({ value: templateCode, label: templateName })),
);

/** What of a row is the policy itself. */
const POLICY = new Set(Object.keys(casePolicy.reminderPolicy.def.shape));

/** What a day sends by SMS. */
const textOf = (step: (typeof STEPS)[number]) => `${step}Template` as const;

/** What the robot says counts where a step is its, as a day's text does. */
const valueOf = (values: Readonly<Record<string, unknown>>) => ({
  ...values,
  ...Object.fromEntries(
    STEPS.map((step) => [textOf(step), values[step] === 'SMS' ? (values[textOf(step)] ?? null) : null]),
  ),
  robotScriptCode: hasRobotStep(values) ? values['robotScriptCode'] : null,
});

const columnsIn = (t: Translate) =>
  defineColumns<Row>([
    text('ruleName', { width: 190 }),
    text('merchantName', { width: 150 }),
    several('caseScopes', (row) => row.caseScopes.map((scope) => t(`POLICY_SCOPE.${scope}`)), { width: 150 }),
    several('productNames', (row) => row.productNames, { width: 160 }),
    status('loanType', LOAN_TYPE, { width: 110 }),
    ...STEPS.flatMap((step) => [
      status<Row>(step, REMINDER_STEP, { width: 130 }),
      text<Row>(textOf(step), { width: 160 }),
    ]),
    status('inTimePayers', IN_TIME_STEPS, { width: 140 }),
    timeOfDay('remindAt', { width: 120 }),
    count('oldStaffWeight', { width: 140 }),
    count('newStaffWeight', { width: 110 }),
    status('ruleStatus', RULE_STATUS, { width: 140 }),
    day('effectiveFrom', { sortable: true }),
    count('versionNo', { width: 90 }),
    time('lastRunAt', { width: 165 }),
    count('lastRunItems', { width: 130 }),
    status('lastRunResult', LAST_RUN_RESULT, { width: 130 }),
    flag('hasPending', { width: 110 }),
  ]);

const kindIn = (t: Translate, ofCases: Translate): RuleKind<Row> => ({
  name: 'preReminder',
  configKey: 'collection.preReminder',
  // Its preview is its own: saving asks for none.
  endpoints: casePolicy.reminders,
  columns: columnsIn(t),
  filters: defineFilters({
    ruleName: containing(),
    merchantNo: oneOf(merchantOptions),
    productNo: oneOf(productOptions),
    caseScope: oneOf(CASE_SCOPE),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  Batches: ReminderBatches,
  fields: [
    'ruleName',
    'caseScopes',
    'productNos',
    'loanType',
    ...STEPS.flatMap((step) => [step, textOf(step)]),
    'inTimePayers',
    'robotScriptCode',
    'remindAt',
    'divisionMode',
    'newStaffWeight',
    'oldStaffWeight',
    'newStaffCap',
    'oldStaffCap',
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    caseScopes: row?.caseScopes ?? ['ORDER', 'BILL'],
    productNos: row?.productNos ?? [],
    loanType: row?.loanType ?? null,
    threeDaysBefore: row?.threeDaysBefore ?? 'SMS',
    twoDaysBefore: row?.twoDaysBefore ?? 'NONE',
    oneDayBefore: row?.oneDayBefore ?? 'SMS',
    onDueDay: row?.onDueDay ?? 'PERSON',
    ...Object.fromEntries(STEPS.map((step) => [textOf(step), row?.[textOf(step)] ?? row?.smsTemplateCode ?? null])),
    inTimePayers: row?.inTimePayers ?? 'ALL',
    robotScriptCode: row?.robotScriptCode ?? null,
    remindAt: row?.remindAt ?? '09:00',
    divisionMode: row?.divisionMode ?? 'COUNT',
    newStaffWeight: row?.newStaffWeight ?? 60,
    oldStaffWeight: row?.oldStaffWeight ?? 100,
    newStaffCap: row?.newStaffCap ?? null,
    oldStaffCap: row?.oldStaffCap ?? null,
  }),
  valueOf,
  tabs: ({ ruleId, ruleName }) => [
    {
      name: 'runs',
      content: () => (
        <RuleRuns
          load={casePolicy.reminders.runPage}
          ruleId={ruleId}
          label={ruleName}
          draw={(run, isNewest) => <PolicyRun endpoint={casePolicy.reminderRunCases} run={run} isNewest={isNewest} />}
        />
      ),
    },
  ],
  form: (rule) => <Fields ruleId={rule?.ruleId} />,
  enableMore: (row) => <Follows of={row} />,
  wordOf: (code, field) => {
    if (STEPS.some((step) => step === field)) return t(`REMINDER_STEP.${code}`);
    if (field === 'inTimePayers') return t(`IN_TIME_STEPS.${code}`);
    if (field === 'loanType') return ofCases(`LOAN_TYPE.${code}`);
    if (field === 'divisionMode') return t(`DIVISION_MODE.${code}`);
    return field === 'caseScopes' ? t(`POLICY_SCOPE.${code}`) : code;
  },
});

/** How cases are reminded and divided before they are late. */
export function PreReminderCaseDivisionPolicyPage() {
  const t = useText();
  const ofCases = useText(CASES_TEXTS);
  const [kind] = useState(() => kindIn(t, ofCases));
  return <RuleScreen kind={kind} />;
}

/** How many cases a day it would take, by tomorrow's. */
function Follows({ of }: { readonly of: Row }) {
  const t = useText();
  const asked = casePolicy.reminderSimulate.request.safeParse({
    ruleId: of.ruleId,
    merchantNo: of.merchantNo,
    value: Object.fromEntries(Object.entries(of).filter(([name]) => POLICY.has(name))),
  });
  const { data } = useDetail(casePolicy.reminderSimulate, asked.success ? asked.data : null);
  if (data === null) return null;
  const facts = { date: formatDate(of.effectiveFrom), count: data.cases, name: of.ruleName };
  return <p>{t('preReminder.follows', facts)}</p>;
}

function Fields({ ruleId }: { readonly ruleId: string | undefined }) {
  const t = useText();
  const values = useFormValues();
  const hasRobot = hasRobotStep(values);
  return (
    <>
      <DivisionFields />
      <MultiSelect name="productNos" source={productOptions} isOptional hint={t('preReminder.productsHint')} />
      <Select name="loanType" options={LOAN_TYPE} isOptional hint={t('preReminder.loanTypeHint')} />
      {STEPS.map((step) => (
        <Fragment key={step}>
          <Select name={step} options={REMINDER_STEP} />
          {values[step] === 'SMS' && (
            <Select name={textOf(step)} options={templateOptions} isOptional hint={t('preReminder.templateHint')} />
          )}
        </Fragment>
      ))}
      <Segmented name="inTimePayers" options={IN_TIME_STEPS} hint={t('preReminder.inTimeHint')} />
      {hasRobot && <Text name="robotScriptCode" maxLength={32} hint={t('preReminder.scriptHint')} />}
      <TimeOfDay name="remindAt" />
      <PolicyPreview endpoint={casePolicy.reminderSimulate} ruleId={ruleId} valueOf={valueOf} />
    </>
  );
}
