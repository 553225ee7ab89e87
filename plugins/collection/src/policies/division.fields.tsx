import { useText } from '@kituo/sdk';
import { CASE_SCOPE } from '@kituo/sdk/cases';
import { DIVISION_MODE, policyFields } from './policy-words.ts';

const { Text, Number: Count, MultiSelect, Segmented } = policyFields;

/** What both policies say of who takes cases. */
export function DivisionFields() {
  const t = useText();
  return (
    <>
      <Text name="ruleName" maxLength={30} />
      <MultiSelect name="caseScopes" source={{ kind: 'dictionary', dictionary: CASE_SCOPE }} />
      <Segmented name="divisionMode" options={DIVISION_MODE} />
      <Count name="newStaffWeight" unit="%" hint={t('preReminder.weightHint')} />
      <Count name="oldStaffWeight" unit="%" />
      <Count name="newStaffCap" isOptional hint={t('preReminder.capHint')} />
      <Count name="oldStaffCap" isOptional />
    </>
  );
}
