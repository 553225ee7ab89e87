import { eatDay, useText } from '@kituo/sdk';
import { fieldsOf } from '@kituo/sdk/page';
import type { RuleValues } from './use-policy-actions.ts';

const { Switch, Number, Date, Text } = fieldsOf<Record<keyof Known, unknown>>();
type Known = {
  [Field in keyof RuleValues as string extends Field ? never : Field]: RuleValues[Field];
};

/** On or off, or the rules for passwords; from which day, and why. */
export function RuleFields(props: { readonly isSwitch: boolean }) {
  const t = useText();
  return (
    <>
      {props.isSwitch ? (
        <Switch name="isOn" />
      ) : (
        <>
          <Number name="minLength" hint={t('house.minLengthHint')} />
          <Number name="remembered" hint={t('house.rememberedHint')} />
          <Number name="maxAgeDays" isOptional hint={t('house.maxAgeHint')} />
        </>
      )}
      <Date name="effectiveFrom" min={eatDay()} hint={t('house.fromHint')} />
      <Text name="reason" isLong maxLength={200} hint={t('form.reasonHint')} />
    </>
  );
}
