import { Button, Callout, Classes } from '@blueprintjs/core';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatAge, formatDateTime } from '../../format/dates.ts';
import { session$ } from '../../session/session-store.ts';
import type { Action } from '../action/use-action.ts';
import { useKitText } from '../platform.ts';
import type { Decidable, DecisionNote } from './decidable.ts';

const MAX_NOTE = 200;

/** Who asked, when and why; what changes; the note, and the two ways to decide. */
export function ReviewBody<Row extends Decidable>(props: {
  readonly row: Row;
  readonly approve: Action<Row, DecisionNote>;
  readonly reject: Action<Row, DecisionNote>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { row, approve, reject } = props;
  const kit = useKitText();
  const noteId = useId();
  const note = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const error = approve.error ?? reject.error;
  const isPending = approve.isPending || reject.isPending;
  const refuse = (): void => {
    if (reason.trim() !== '') {
      void reject.submit({ reason });
      return;
    }
    setMissing(true);
    note.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className={Classes.DIALOG_BODY}>
        {error !== null && (
          <Callout intent="danger" className="kp-fault" role="alert" icon={null}>
            {error.msg}
            {error.isNetwork && <div>{kit('form.network')}</div>}
          </Callout>
        )}
        <p title={formatAge(row.createdAt, session$.value.language)}>
          {kit('decide.askedBy', { name: row.makerName, time: formatDateTime(row.createdAt) })}
        </p>
        {row.reason !== null && row.reason !== '' && <blockquote className="kp-decide-why">{row.reason}</blockquote>}
        {props.children}
        <div className="kp-field" data-invalid={isMissing ? '' : undefined}>
          <label htmlFor={noteId}>{kit('decide.note')}</label>
          <textarea
            ref={note}
            id={noteId}
            rows={2}
            className="bp6-input bp6-fill"
            maxLength={MAX_NOTE}
            aria-invalid={isMissing}
            aria-describedby={`${noteId}-hint`}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setMissing(false);
            }}
          />
          <div
            id={`${noteId}-hint`}
            className={isMissing ? 'kp-note kp-note-wrong' : 'kp-note'}
            role={isMissing ? 'alert' : undefined}
          >
            {kit(isMissing ? 'decide.noteNeeded' : 'decide.noteHint')}
          </div>
        </div>
      </div>
      <div className="kp-foot">
        <Button text={kit('cancel')} disabled={isPending} onClick={props.onClose} />
        {reject.isAllowed(row) && (
          <Button
            intent="danger"
            variant="outlined"
            text={reject.label}
            disabled={approve.isPending}
            loading={reject.isPending}
            onClick={refuse}
          />
        )}
        {approve.isAllowed(row) && (
          <Button
            intent="primary"
            text={approve.label}
            disabled={reject.isPending}
            loading={approve.isPending}
            onClick={() => {
              void approve.submit({ reason });
            }}
          />
        )}
      </div>
    </>
  );
}
