import { formatDate, formatDateTime, useText } from '@kituo/sdk';
import type { ApiError } from '@kituo/sdk';
import { DayInput, dictionaryOptions, useOptions } from '@kituo/sdk/page';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { ContactNote } from './case-draft.ts';
import { OlderFirst } from './case-reach.tsx';
import type { CaseRow } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import { todayPlus } from './days.ts';
import { centsOf, NOT_REACHED, PROMISED } from './follow-up-request.ts';
import { numberKeys } from './number-keys.ts';

const STOPS = ['DO_NOT_CALL', 'DISPUTE', 'DEATH'] as const;
const CHANNELS = ['CALL', 'SMS', 'EMAIL', 'NONE'] as const;
const PEOPLE = ['BORROWER', 'GUARANTOR'] as const;
const LAST_DAY = 7;
/** Which of a form's names each field of the request is. */
const PATHS: Readonly<Record<string, string>> = {
  promiseAmount: 'promiseAmountCents',
  promisedOn: 'promisedRepaymentTime',
};

/** The fields of a note; those that its outcome calls for. */
export function NoteFields(props: {
  readonly row: CaseRow;
  readonly note: ContactNote;
  readonly error: ApiError | null;
  /** What a note of several cases says of the others; null where none are. */
  readonly also: string | null;
  readonly onChange: (part: Partial<ContactNote>) => void;
}) {
  const { note, error, onChange, also } = props;
  const t = useText(CASES_TEXTS);
  const reasons = useOptions(dictionaryOptions('OVERDUE_REASON')).options;
  const keys = numberKeys(reasons.length);
  const channels = useOptions(dictionaryOptions('PROMISE_CHANNEL')).options;
  const isReached = note.actionCode !== '' && !NOT_REACHED.has(note.actionCode);
  const isKnown = (field: string) => Object.keys(note).some((name) => field.endsWith(PATHS[name] ?? name));
  const faultOf = (name: keyof ContactNote) =>
    error?.fields.find(({ field }) => field.endsWith(PATHS[name] ?? name))?.msg;
  const general = error !== null && !error.fields.some(({ field }) => isKnown(field)) ? error.msg : null;
  const choices = (codes: readonly string[], dictionary: string) =>
    codes.map((code) => (
      <option key={code} value={code}>
        {t(`${dictionary}.${code}`)}
      </option>
    ));
  return (
    <>
      {general !== null && (
        <p className="cases-shut" role="alert">
          {general}
        </p>
      )}
      <Labelled name="remark" fault={faultOf('remark')} isWide>
        {(id) => (
          <textarea
            id={id}
            className="bp6-input"
            rows={2}
            maxLength={500}
            value={note.remark}
            onChange={(event) => {
              onChange({ remark: event.target.value });
            }}
          />
        )}
      </Labelled>
      <div className="cases-fields">
        {isReached && (
          <Labelled name="overdueReason" fault={faultOf('overdueReason')}>
            {(id) => (
              <select
                className="bp6-input bp6-fill"
                id={id}
                value={note.overdueReason}
                onChange={(event) => {
                  onChange({ overdueReason: event.target.value });
                }}
              >
                <option value="">{t('cases.choose')}</option>
                {reasons.map(({ value, label }, place) => (
                  <option key={value} value={value}>
                    {`${keys[place] ?? ''} ${label}`}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        )}
        {note.actionCode === PROMISED && (
          <>
            <Labelled name="promiseAmount" fault={faultOf('promiseAmount')}>
              {(id) => (
                <input
                  id={id}
                  className="bp6-input"
                  inputMode="decimal"
                  value={note.promiseAmount}
                  onChange={(event) => {
                    onChange({ promiseAmount: event.target.value });
                  }}
                />
              )}
            </Labelled>
            <OlderFirst row={props.row} amountCents={centsOf(note.promiseAmount)} />
            <Labelled name="promisedOn" fault={faultOf('promisedOn')}>
              {(id) => (
                <DayInput
                  id={id}
                  className="bp6-input"
                  type="date"
                  min={todayPlus(0)}
                  max={todayPlus(LAST_DAY)}
                  value={note.promisedOn}
                  shown={note.promisedOn === '' ? '' : formatDate(note.promisedOn)}
                  onChange={(event) => {
                    onChange({ promisedOn: event.target.value });
                  }}
                />
              )}
            </Labelled>
            <Labelled name="promiseChannel" fault={faultOf('promiseChannel')}>
              {(id) => (
                <select
                  className="bp6-input bp6-fill"
                  id={id}
                  value={note.promiseChannel}
                  onChange={(event) => {
                    onChange({ promiseChannel: event.target.value });
                  }}
                >
                  {channels.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </Labelled>
          </>
        )}
        <Labelled name="contactPerson" fault={faultOf('contactPerson')}>
          {(id) => (
            <select
              className="bp6-input bp6-fill"
              id={id}
              value={note.contactPerson}
              onChange={(event) => {
                const chosen = PEOPLE.find((one) => one === event.target.value);
                if (chosen !== undefined) onChange({ contactPerson: chosen });
              }}
            >
              {choices(PEOPLE, 'CONTACT_PERSON')}
            </select>
          )}
        </Labelled>
        <Labelled name="contactChannel" fault={faultOf('contactChannel')}>
          {(id) => (
            <select
              className="bp6-input bp6-fill"
              id={id}
              value={note.contactChannel}
              onChange={(event) => {
                const chosen = CHANNELS.find((one) => one === event.target.value);
                if (chosen !== undefined) onChange({ contactChannel: chosen });
              }}
            >
              {choices(CHANNELS, 'CONTACT_CHANNEL')}
            </select>
          )}
        </Labelled>
        <Labelled name="nextFollowUpAt" fault={faultOf('nextFollowUpAt')}>
          {(id) => (
            <DayInput
              id={id}
              className="bp6-input"
              type="datetime-local"
              value={note.nextFollowUpAt}
              shown={note.nextFollowUpAt === '' ? '' : formatDateTime(`${note.nextFollowUpAt}:00+03:00`)}
              onChange={(event) => {
                onChange({ nextFollowUpAt: event.target.value });
              }}
            />
          )}
        </Labelled>
        <Labelled name="email" fault={faultOf('email')}>
          {(id) => (
            <input
              id={id}
              className="bp6-input"
              type="email"
              maxLength={120}
              value={note.email}
              onChange={(event) => {
                onChange({ email: event.target.value });
              }}
            />
          )}
        </Labelled>
        <Labelled name="stopContact" fault={faultOf('stopContact')}>
          {(id) => (
            <select
              className="bp6-input bp6-fill"
              id={id}
              value={note.stopContact}
              onChange={(event) => {
                onChange({ stopContact: STOPS.find((one) => one === event.target.value) ?? '' });
              }}
            >
              <option value="">{t('cases.noStop')}</option>
              {choices(STOPS, 'CONTACT_BLOCK')}
            </select>
          )}
        </Labelled>
      </div>
      {also !== null && (
        <label className="cases-also">
          <input
            type="checkbox"
            checked={note.alsoSiblings}
            onChange={(event) => {
              onChange({ alsoSiblings: event.target.checked });
            }}
          />{' '}
          {also}
        </label>
      )}
    </>
  );
}

function Labelled(props: {
  readonly name: string;
  readonly fault: string | undefined;
  readonly isWide?: boolean;
  readonly children: (id: string) => ReactNode;
}) {
  const t = useText(CASES_TEXTS);
  const id = useId();
  return (
    <div className="cases-field" data-invalid={props.fault !== undefined || undefined} data-wide={props.isWide}>
      <label htmlFor={id}>{t(`field.${props.name}`)}</label>
      {props.children(id)}
      {props.fault !== undefined && (
        <p className="cases-shut" role="alert">
          {props.fault}
        </p>
      )}
    </div>
  );
}
