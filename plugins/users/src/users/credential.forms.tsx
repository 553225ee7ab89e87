import { useText } from '@kituo/sdk';
import { user } from '@kituo/sdk/contracts';
import { Ask, Confirm, fieldsOf, FormDialog, useDetail } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import type { UserRow } from './user-types.ts';

const { Text } = fieldsOf<Record<'reason', unknown>>();

/** Asks before freezing, with what ends and what goes back. */
export function FreezeConfirm(props: { readonly action: Action<UserRow> }) {
  const { subject } = props.action;
  const preview = useDetail(user.freezePreview, subject && { userNo: subject.userNo });
  const t = useText();
  return (
    <Confirm
      action={props.action}
      preview={preview}
      describe={(facts) => (
        <ul className="kp-facts">
          <li>{t('freeze.sessions', { count: facts.sessions })}</li>
          {facts.assignedWarnings > 0 && <li>{t('freeze.warnings', { count: facts.assignedWarnings })}</li>}
          {facts.records.map(({ personnelKind, open }) => (
            <li key={personnelKind}>{t(`freeze.work.${personnelKind}`, { count: open })}</li>
          ))}
          <li>{t('freeze.signIn')}</li>
          {facts.isSelf && <li>{t('freeze.self')}</li>}
          {facts.isLastAdministrator && <li>{t('freeze.lastAdministrator')}</li>}
        </ul>
      )}
    />
  );
}

export function UnfreezeConfirm(props: { readonly action: Action<UserRow> }) {
  const t = useText();
  return <Ask action={props.action} say={() => t('unfreeze.effect')} />;
}

/** Asks for the reason of a reset and says what ends. */
export function ResetForm(props: {
  readonly action: Action<UserRow, { reason: string }>;
  /** `resetPassword` or `resetMfa`: where its effect is described. */
  readonly effectKey: string;
}) {
  const { subject } = props.action;
  const preview = useDetail(user.freezePreview, subject && { userNo: subject.userNo });
  const t = useText();
  return (
    <FormDialog action={props.action} defaults={() => ({ reason: '' })}>
      <ul className="kp-facts">
        {preview.data !== null && <li>{t('freeze.sessions', { count: preview.data.sessions })}</li>}
        <li>{t(props.effectKey)}</li>
      </ul>
      <Text name="reason" isLong maxLength={200} hint={t('form.reasonHint')} />
    </FormDialog>
  );
}
