import { useText } from '@kituo/sdk';
import { CASE_LEVEL, CASE_SCOPE } from '@kituo/sdk/cases';
import { casePolicy } from '@kituo/sdk/contracts';
import {
  Confirm,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  flag,
  merchantOptions,
  money,
  oneOf,
  type RowAction,
  several,
  status,
  text,
  time,
  useAction,
  useDetail,
  useFormValues,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleRuns, RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { DivisionFields } from '../policies/division.fields.tsx';
import { LevelBatches } from '../policies/policy-batches.tsx';
import { LevelCapacity } from '../policies/level-capacity.tsx';
import { PolicyPreview } from '../policies/policy-preview.tsx';
import { DIVISION_MODE, LATE_LEVELS, policyFields } from '../policies/policy-words.ts';
import { PolicyRun } from '../policies/run-cases.tsx';

type Translate = ReturnType<typeof useText>;
type Row = casePolicy.LevelRow;
const { MultiSelect, Money, Switch } = policyFields;

/** S0 is the pre-due policy's: the server says so beside the field. */
const levelOptions = { kind: 'dictionary', dictionary: CASE_LEVEL } as const;

const columnsIn = (t: Translate) =>
  defineColumns<Row>([
    text('ruleName', { width: 190 }),
    text('merchantName', { width: 150 }),
    several('caseScopes', (row) => row.caseScopes.map((scope) => t(`POLICY_SCOPE.${scope}`)), { width: 150 }),
    several('caseLevels', (row) => row.caseLevels, { width: 140 }),
    status('divisionMode', DIVISION_MODE, { width: 130 }),
    count('oldStaffWeight', { width: 140 }),
    count('newStaffWeight', { width: 110 }),
    money('amountFromCents', { width: 130 }),
    money('amountToCents', { width: 130 }),
    money('newStaffMaxAmountCents', { width: 170 }),
    flag('keepCollector', { width: 120 }),
    flag('keepOrderTogether', { width: 150 }),
    status('ruleStatus', RULE_STATUS, { width: 140 }),
    day('effectiveFrom', { sortable: true }),
    count('versionNo', { width: 90 }),
    time('lastRunAt', { width: 165 }),
    flag('hasPending', { width: 110 }),
  ]);

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'levelPolicy',
  configKey: 'collection.levelPolicy',
  // Its preview is its own: saving asks for none.
  endpoints: casePolicy.levels,
  columns: columnsIn(t),
  filters: defineFilters({
    ruleName: containing(),
    merchantNo: oneOf(merchantOptions),
    caseLevel: oneOf(CASE_LEVEL),
    caseScope: oneOf(CASE_SCOPE),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  Batches: LevelBatches,
  fields: [
    'ruleName',
    'caseScopes',
    'caseLevels',
    'divisionMode',
    'newStaffWeight',
    'oldStaffWeight',
    'newStaffCap',
    'oldStaffCap',
    'newStaffMaxAmountCents',
    'amountFromCents',
    'amountToCents',
    'keepCollector',
    'keepOrderTogether',
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    caseScopes: row?.caseScopes ?? ['ORDER', 'BILL'],
    caseLevels: row?.caseLevels ?? [...LATE_LEVELS],
    divisionMode: row?.divisionMode ?? 'COUNT',
    newStaffWeight: row?.newStaffWeight ?? 60,
    oldStaffWeight: row?.oldStaffWeight ?? 100,
    newStaffCap: row?.newStaffCap ?? null,
    oldStaffCap: row?.oldStaffCap ?? null,
    newStaffMaxAmountCents: row?.newStaffMaxAmountCents ?? null,
    amountFromCents: row?.amountFromCents ?? null,
    amountToCents: row?.amountToCents ?? null,
    keepCollector: row?.keepCollector ?? true,
    keepOrderTogether: row?.keepOrderTogether ?? true,
  }),
  valueOf: (values) => values,
  tabs: ({ ruleId, ruleName }) => [
    {
      name: 'runs',
      content: () => (
        <RuleRuns
          load={casePolicy.levels.runPage}
          ruleId={ruleId}
          label={ruleName}
          draw={(run, isNewest) => <PolicyRun endpoint={casePolicy.levelRunCases} run={run} isNewest={isNewest} />}
        />
      ),
    },
  ],
  form: (rule) => <Fields ruleId={rule?.ruleId} />,
  wordOf: (code, field) => {
    if (field === 'divisionMode') return t(`DIVISION_MODE.${code}`);
    return field === 'caseScopes' ? t(`POLICY_SCOPE.${code}`) : code;
  },
});

/** Who gets the cases that end of day moves to levels S1 to S5. */
export function CollectLevelDevisionPolicyPage() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  const run = useAction({
    name: 'levelRun',
    endpoint: casePolicy.levelRun,
    request: ({ ruleId }: Row) => ({ ruleId }),
    facts: ({ ruleName }: Row) => ({ name: ruleName }),
  });
  const preview = useDetail(casePolicy.levelRunPreview, run.subject && { ruleId: run.subject.ruleId });
  const action: RowAction<Row> = {
    ...run,
    isAllowed: ({ ruleStatus }) => run.isPermitted && ruleStatus === 'ENABLED',
  };
  return (
    <>
      <RuleScreen kind={{ ...kind, rowActions: [action] }}>
        <LevelCapacity />
      </RuleScreen>
      <Confirm
        action={run}
        preview={preview}
        describe={({ cases, given, collectors, caseLevels }) => (
          <>
            <p>{t('levelPolicy.run', { count: given, levels: caseLevels.join(', '), collectors })}</p>
            {cases > given && <p className="kp-muted">{t('levelPolicy.runLeft', { count: cases - given })}</p>}
          </>
        )}
      />
    </>
  );
}

function Fields({ ruleId }: { readonly ruleId: string | undefined }) {
  const t = useText();
  const { caseScopes } = useFormValues();
  const isByBill = Array.isArray(caseScopes) && caseScopes.includes('BILL');
  return (
    <>
      <DivisionFields />
      <MultiSelect name="caseLevels" source={levelOptions} />
      <Money name="newStaffMaxAmountCents" isOptional hint={t('levelPolicy.anyHint')} />
      <Money name="amountFromCents" isOptional hint={t('levelPolicy.anyHint')} />
      <Money name="amountToCents" isOptional />
      <Switch name="keepCollector" />
      {isByBill && <Switch name="keepOrderTogether" hint={t('levelPolicy.togetherHint')} />}
      <PolicyPreview endpoint={casePolicy.levelSimulate} ruleId={ruleId} valueOf={(values) => values} />
    </>
  );
}
