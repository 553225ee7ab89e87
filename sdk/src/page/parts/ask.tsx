import type { ReactNode } from 'react';
import type { Action } from '../action/use-action.ts';
import { fieldsOf } from '../form/fields-of.ts';
import { FormDialog } from '../form/form-frames.tsx';
import { known } from '../use-detail.ts';
import { Confirm } from './confirm.tsx';

const { Text } = fieldsOf<Record<'reason', unknown>>();

/**
 * Asks before a command that needs no look-up: what is at hand says all.
 *
 * @example <Ask action={actions.withdraw} say={(row) => t('changes.withdrawText', { name: row.title })} />
 */
export function Ask<Subject>(props: {
  readonly action: Action<Subject>;
  /** A sentence, or more where one does not do; the text `action.<name>.effect` unless given. */
  readonly say?: (subject: Subject) => ReactNode;
}) {
  const { action, say = () => action.textOf('effect') } = props;
  return (
    <Confirm
      action={action}
      preview={known(true)}
      describe={(_known, subject) => {
        const said = say(subject);
        return typeof said === 'string' ? <p>{said}</p> : said;
      }}
    />
  );
}

/**
 * Asks for the reason of a command, the one thing it takes: a rejection, a reset, a return.
 *
 * @example <AskReason action={actions.reject} hint={t('changes.rejectHint')} />
 */
export function AskReason<Subject>(props: {
  readonly action: Action<Subject, { reason: string }>;
  readonly hint?: string;
  readonly isOptional?: boolean;
  /** What follows from it, above the field. */
  readonly children?: ReactNode;
}) {
  const { action, hint, isOptional = false } = props;
  return (
    <FormDialog action={action} defaults={() => ({ reason: '' })}>
      {props.children}
      <Text name="reason" isLong maxLength={200} isOptional={isOptional} {...(hint !== undefined && { hint })} />
    </FormDialog>
  );
}
