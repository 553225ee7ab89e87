import { useText } from '@kituo/sdk';
import { Ask, fieldsOf, firstDayOf, FormDrawer } from '@kituo/sdk/page';
import type { VersionedFamily } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import type { VersionActions } from './use-version-actions.ts';

const { Date: Day, Text } = fieldsOf<Record<'effectiveFrom' | 'reason', unknown>>();

/** The draft of a version: the family's fields, from which day, and why; then whether it is submitted. */
export function VersionDraftForm(props: {
  readonly family: VersionedFamily;
  readonly actions: VersionActions;
  /** What stands below the fields: an example, a preview. */
  readonly children?: ReactNode;
}) {
  const { family, actions } = props;
  const t = useText();
  return (
    <>
      <FormDrawer action={actions.draft} defaults={actions.defaults}>
        {family.form()}
        {props.children}
        <Day name="effectiveFrom" min={firstDayOf(family)} hint={t('version.fromHint')} />
        <Text name="reason" isLong maxLength={200} hint={t('version.reasonHint')} />
      </FormDrawer>
      <Ask action={actions.submit} />
    </>
  );
}
