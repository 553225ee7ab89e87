import { call, useText } from '@kituo/sdk';
import { warning } from '@kituo/sdk/contracts';

import { fieldsOf, FormDialog, useFormValues } from '@kituo/sdk/page';
import { SNOOZE } from './dictionaries.ts';
import type { AssignValues, ResolveValues, SnoozeValues, WarningActions } from './use-warning-actions.ts';

const resolveFields = fieldsOf<ResolveValues>();
const assignFields = fieldsOf<AssignValues>();
const snoozeFields = fieldsOf<SnoozeValues>();

/** The dialogs of the actions on warnings; each is drawn while its action is open. */
export function WarningForms(props: { readonly actions: WarningActions }) {
  const t = useText();
  const { acknowledge, acknowledgeAll, assign, resolve, resolveAll, snooze } = props.actions;
  return (
    <>
      <FormDialog action={acknowledge} defaults={() => ({})}>
        <p>{t('action.acknowledge.text')}</p>
      </FormDialog>
      <FormDialog action={acknowledgeAll} defaults={() => ({})}>
        <p>{t('action.acknowledge.text')}</p>
      </FormDialog>
      <FormDialog action={resolve} defaults={() => ({ note: '' })}>
        <p>{t('action.resolve.text')}</p>
        <resolveFields.Text name="note" isLong maxLength={200} />
      </FormDialog>
      <FormDialog action={resolveAll} defaults={() => ({ note: '' })}>
        <p>{t('action.resolve.text')}</p>
        <resolveFields.Text name="note" isLong maxLength={200} />
      </FormDialog>
      <FormDialog action={snooze} defaults={() => ({ snoozeFor: 'H4', until: null })}>
        <p>{t('action.snooze.text')}</p>
        <snoozeFields.Select name="snoozeFor" options={SNOOZE} />
        <SnoozeUntil />
      </FormDialog>
      <FormDialog action={assign} defaults={() => ({ assigneeUserNo: '' })}>
        {({ warningNo }) => (
          <>
            <p>{t('action.assign.text')}</p>
            <assignFields.TreeSelect
              name="assigneeUserNo"
              source={{
                kind: 'remote',
                name: `warning.assignees.${warningNo}`,
                load: async (signal) => {
                  const options = { signal, showLoading: false, quiet: true };
                  const { assignees } = await call(warning.detail, { warningNo }, options);
                  return assignees.map(({ userNo, realName }) => ({
                    value: userNo,
                    label: realName,
                  }));
                },
              }}
            />
          </>
        )}
      </FormDialog>
    </>
  );
}

function SnoozeUntil() {
  const { snoozeFor } = useFormValues();
  return snoozeFor === 'AT' ? <snoozeFields.Moment name="until" /> : null;
}
