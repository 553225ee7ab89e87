import { Button, newIdempotencyKey, useOpenForm, useText } from '@kituo/sdk';
import { dictionaryOptions, useAction, useDetail, useOptions } from '@kituo/sdk/page';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { EMPTY_NOTE, formIdOf, isBegun, keepNote, noteOf } from './case-draft.ts';
import type { ContactNote } from './case-draft.ts';
import { deskOf } from './case-system.ts';
import type { CaseRow, DeskScope } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import { todayPlus } from './days.ts';
import { NoteFields } from './note-fields.tsx';
import { followUpRequest, NOT_REACHED, PROMISED } from './follow-up-request.ts';
import { chosenBy, isTyping, numberKeys } from './number-keys.ts';

/**
 * What came of a contact. Number keys are the outcome, and then why it is late where somebody was spoken to; Ctrl+Enter
 * saves. What is typed stays with its case until then.
 *
 * @example <FollowUpForm key={row.caseId} desk="ORDER" row={row} onSaved={openNext} />
 */
export function FollowUpForm(props: {
  readonly desk: DeskScope;
  readonly row: CaseRow;
  readonly onSaved: () => void;
  /** It is about this case alone: others of the borrower are not offered. */
  readonly isAlone?: boolean;
}) {
  const { desk, row, onSaved } = props;
  const { caseId } = row;
  const t = useText(CASES_TEXTS);
  const of = deskOf(desk);
  const [note, setNote] = useState<ContactNote>(() => noteOf(caseId));
  const [key] = useState(newIdempotencyKey);
  const outcomes = useOptions(dictionaryOptions('ACTION_CODE')).options;
  const reasons = useOptions(dictionaryOptions('OVERDUE_REASON')).options;
  const digits = useRef('');
  const othersFilters = props.isAlone === true ? null : othersOf(desk, row);
  const others = useDetail(
    of.selfPage,
    othersFilters === null ? null : { filters: othersFilters, page: 1, pageSize: 20, sort: null },
  );
  const also = (others.data?.rows ?? []).map((one) => one.caseId).filter((other) => other !== caseId);
  const alsoKey = desk === 'BOTH' ? 'cases.alsoBorrower' : 'cases.alsoSiblings';
  const alsoText = also.length === 0 ? null : t(alsoKey, { count: also.length });
  const save = useAction({
    name: 'caseFollowUp',
    words: t,
    endpoint: of.followUpSave,
    request: (_: CaseRow, typed: ContactNote) =>
      followUpRequest(
        caseId,
        typed,
        also,
        outcomes.find(({ value }) => value === typed.actionCode)?.label ?? typed.actionCode,
      ),
    facts: ({ caseNo }) => ({ name: caseNo }),
    onDone: () => {
      keepNote(caseId, EMPTY_NOTE);
      setNote(EMPTY_NOTE);
      onSaved();
    },
  });
  const change = (part: Partial<ContactNote>): void => {
    const next = { ...note, ...part };
    setNote(next);
    keepNote(caseId, next);
  };
  const choose = (actionCode: string): void => {
    change({
      actionCode,
      ...(actionCode === PROMISED &&
        note.promiseAmount === '' && {
          promiseAmount: String((row.dueCents + row.olderDueCents) / 100),
          promisedOn: todayPlus(1),
        }),
    });
  };
  useOpenForm({
    formId: formIdOf(caseId),
    idempotencyKey: save.idempotencyKey === '' ? key : save.idempotencyKey,
    title: t('cases.noteOf', { name: row.caseNo }),
    read: () => (isBegun(note) ? { ...note } : null),
  });
  const isClosed = save.opened === null;
  const begin = useEffectEvent(() => {
    if (isClosed) save.open(row);
  });
  // Open from the start, and again once it is saved: its key sends what is typed once.
  useEffect(() => {
    begin();
  }, [isClosed]);
  const submit = (): void => {
    void save.submit(note, Object.keys(EMPTY_NOTE));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.ctrlKey) {
      event.preventDefault();
      submit();
      return;
    }
    if (isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Backspace') {
      digits.current = '';
      change({ actionCode: '', overdueReason: '' });
      return;
    }
    if (!/^\d$/.test(event.key)) return;
    // Somebody was spoken to: the next number says why it is late.
    const isReason = note.actionCode !== '' && !NOT_REACHED.has(note.actionCode) && note.overdueReason === '';
    const all = isReason ? reasons : outcomes;
    const typed = digits.current + event.key;
    const place = chosenBy(typed, all.length);
    digits.current = place === 'waits' ? typed : '';
    const chosen = typeof place === 'number' ? all[place] : undefined;
    event.preventDefault();
    if (chosen === undefined) return;
    if (isReason) change({ overdueReason: chosen.value });
    else choose(chosen.value);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      onKey(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
  if (!save.isPermitted || !row.allowedActions.includes('followUp')) return null;
  const keys = numberKeys(outcomes.length);
  return (
    <form
      className="cases-note"
      aria-label={t('cases.noteOf', { name: row.caseNo })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="cases-outcomes" role="group" aria-label={t('field.actionCode')}>
        {outcomes.map(({ value, label }, index) => (
          <Button
            key={value}
            size="small"
            variant={note.actionCode === value ? 'solid' : 'outlined'}
            intent={note.actionCode === value ? 'primary' : 'none'}
            aria-pressed={note.actionCode === value}
            text={`${keys[index] ?? ''} ${label}`}
            onClick={() => {
              choose(value);
            }}
          />
        ))}
      </div>
      <NoteFields row={row} note={note} error={save.error} also={alsoText} onChange={change} />
      <div className="cases-line">
        <Button
          type="submit"
          intent="primary"
          text={t(props.isAlone === true ? 'action.caseNotReachedMany.submit' : 'action.caseFollowUp.submit')}
          disabled={note.actionCode === ''}
          loading={save.isPending}
        />
        <span className="kp-muted">{t('cases.keys')}</span>
      </div>
    </form>
  );
}

/** Which other cases one contact may be about: the order's bills; over both systems, all of the borrower. */
function othersOf(desk: DeskScope, { customerNo, orderNo, siblingCount }: CaseRow) {
  if (desk === 'BOTH') return { customerNo };
  return desk === 'BILL' && siblingCount > 0 ? { orderNo } : null;
}
