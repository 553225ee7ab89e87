import { useText } from '@kituo/sdk';
import { CASE_LEVEL, CASE_SCOPE } from '@kituo/sdk/cases';
import { casePolicy } from '@kituo/sdk/contracts';
import {
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  flag,
  merchantOptions,
  money,
  oneOf,
  several,
  status,
  text,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';
import { useState } from 'react';
import { DivisionFields } from '../policies/division.fields.tsx';
import { DIVISION_MODE, LATE_LEVELS, policyFields } from '../policies/policy-words.ts';

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
    status('ruleStatus', RULE_STATUS, { width: 140 }),
    day('effectiveFrom', { sortable: true }),
    count('versionNo', { width: 90 }),
    flag('hasPending', { width: 110 }),
  ]);

const kindIn = (t: Translate): RuleKind<Row> => ({
  name: 'levelPolicy',
  configKey: 'collection.levelPolicy',
  endpoints: casePolicy.levels,
  columns: columnsIn(t),
  filters: defineFilters({
    merchantNo: oneOf(merchantOptions),
    caseLevel: oneOf(CASE_LEVEL),
    caseScope: oneOf(CASE_SCOPE),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
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
  }),
  valueOf: (values) => values,
  form: () => <Fields />,
  wordOf: (code, field) => {
    if (field === 'divisionMode') return t(`DIVISION_MODE.${code}`);
    return field === 'caseScopes' ? t(`POLICY_SCOPE.${code}`) : code;
  },
});

/** Who gets the cases that end of day moves to levels S1 to S5. */
export function CollectLevelDevisionPolicyPage() {
  const t = useText();
  const [kind] = useState(() => kindIn(t));
  return <RuleScreen kind={kind} />;
}

function Fields() {
  const t = useText();
  return (
    <>
      <DivisionFields />
      <MultiSelect name="caseLevels" source={levelOptions} />
      <Money name="newStaffMaxAmountCents" isOptional hint={t('levelPolicy.anyHint')} />
      <Money name="amountFromCents" isOptional hint={t('levelPolicy.anyHint')} />
      <Money name="amountToCents" isOptional />
      <Switch name="keepCollector" />
    </>
  );
}
