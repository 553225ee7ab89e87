import type { Action } from '../action/use-action.ts';
import { fieldsOf } from '../form/fields-of.ts';
import { FormDialog, FormDrawer } from '../form/form-frames.tsx';
import { useKitText } from '../platform.ts';
import type { VersionForm as Values } from './use-versions.ts';
import { fieldsOfValue, firstDayOf } from './versioned-family.ts';
import type { VersionedFamily, VersionStart } from './versioned-family.ts';

const { Date: Day, Text } = fieldsOf<Record<'effectiveFrom' | 'reason', unknown>>();

/** A form of more fields than these is a drawer; day and reason come on top. */
const IN_A_DIALOG = 3;

const defaultsOf = ({ family, value, draft }: VersionStart): Values => ({
  ...fieldsOfValue(family, value),
  effectiveFrom: draft?.effectiveFrom ?? firstDayOf(family),
  reason: draft?.reason ?? '',
});

/** The draft of a version: the family's own fields, from which day, and why. */
export function VersionForm(props: {
  readonly action: Action<VersionStart, Values>;
  readonly families: readonly VersionedFamily[];
}) {
  const kit = useKitText();
  const Frame = props.families.some(({ fields }) => fields.length > IN_A_DIALOG) ? FormDrawer : FormDialog;
  return (
    <Frame action={props.action} defaults={defaultsOf}>
      {({ family }) => (
        <>
          {family.form()}
          <Day name="effectiveFrom" min={firstDayOf(family)} hint={kit('versions.fromHint')} />
          <Text name="reason" isLong maxLength={200} hint={kit('versions.reasonHint')} />
        </>
      )}
    </Frame>
  );
}
