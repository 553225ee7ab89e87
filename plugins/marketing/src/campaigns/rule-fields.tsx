import type { userGroup } from '@kituo/sdk/contracts';
import { fieldsOf } from '@kituo/sdk/page';
import { GROUP_LOAN_STATE } from '../marketing-words.ts';

type Rules = userGroup.GroupRules;

/** Rules as a form holds them. */
export interface RuleValues {
  readonly loanState: Rules['loanState'];
  readonly settledDaysFrom: number | null;
  readonly settledDaysTo: number | null;
  readonly maxDaysLate: number | null;
  readonly minOnTimeCount: number | null;
  readonly notAppliedDays: number | null;
  readonly notContactedDays: number | null;
  readonly county: string | null;
}
const { Number: Whole, Select, Text } = fieldsOf<RuleValues>();

export const ruleValues = (rules: Rules | null): RuleValues => ({
  loanState: rules?.loanState ?? null,
  settledDaysFrom: rules?.settledDaysFrom ?? null,
  settledDaysTo: rules?.settledDaysTo ?? null,
  maxDaysLate: rules?.maxDaysLate ?? null,
  minOnTimeCount: rules?.minOnTimeCount ?? null,
  notAppliedDays: rules?.notAppliedDays ?? null,
  notContactedDays: rules?.notContactedDays ?? null,
  county: rules?.county ?? '',
});
export const rulesOf = (values: RuleValues): Rules => ({
  loanState: values.loanState,
  settledDaysFrom: values.settledDaysFrom,
  settledDaysTo: values.settledDaysTo,
  maxDaysLate: values.maxDaysLate,
  minOnTimeCount: values.minOnTimeCount,
  notAppliedDays: values.notAppliedDays,
  notContactedDays: values.notContactedDays,
  county: values.county === null || values.county.trim() === '' ? null : values.county.trim(),
});

/** What all of an audience match; what is left empty asks nothing. */
export function RuleFields() {
  return (
    <>
      <Select name="loanState" options={GROUP_LOAN_STATE} isOptional />
      <Whole name="settledDaysFrom" isOptional />
      <Whole name="settledDaysTo" isOptional />
      <Whole name="maxDaysLate" isOptional />
      <Whole name="minOnTimeCount" isOptional />
      <Whole name="notAppliedDays" isOptional />
      <Whole name="notContactedDays" isOptional />
      <Text name="county" isOptional maxLength={64} />
    </>
  );
}
