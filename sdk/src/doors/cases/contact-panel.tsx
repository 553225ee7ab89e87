import { Button, EatTime, formatDateTime, useText } from '@kituo/sdk';
import { Answered, Clock, Reveal, useDetail } from '@kituo/sdk/page';
import { useIsCalling } from '@kituo/sdk/phone';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { collection } from '@kituo/sdk/contracts';
import { systemOf } from './case-system.ts';
import { isTyping } from './number-keys.ts';
import type { CaseRow } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import type { CaseWork } from './use-case-work.ts';

/**
 * Who may be contacted about a case now, by call and by SMS; where not, why and from when.
 *
 * @example <ContactPanel row={row} work={work} onDialled={noteCall} />
 */
export function ContactPanel(props: {
  readonly row: CaseRow;
  readonly work: Pick<CaseWork, 'dial' | 'sms'>;
  readonly onDialled?: (contactPerson: 'BORROWER' | 'GUARANTOR') => void;
}) {
  const { row, work } = props;
  const { dial, sms } = work;
  const t = useText(CASES_TEXTS);
  const { of, area } = systemOf(row.caseScope);
  // A second call would take of the customer's daily limit and reach nobody.
  const isTalking = useIsCalling();
  const gate = useDetail(of.contactGate, { caseId: row.caseId });
  const ring = useEffectEvent(() => {
    if (dial.opened !== null) void dial.submit({}).then(gate.refresh);
  });
  // Nothing is asked before a dial: the line says what the gate says.
  useEffect(() => {
    ring();
  }, [dial.openCount]);
  const mayDial = row.allowedActions.includes('call') && dial.isPermitted;
  const callFirst = (): boolean => {
    const line = gate.data?.find(({ call }) => call.isAllowed);
    if (line === undefined || !mayDial || isTalking || dial.isPending) return false;
    props.onDialled?.(line.contactPerson);
    dial.open({ row, line });
    return true;
  };
  useDialKey(callFirst);
  useWhenOpen(gate.data ?? [], gate.refresh);
  return (
    <section className="cases-contacts" aria-label={t('cases.contacts')}>
      <Answered detail={gate}>
        {(lines) => (
          <ul>
            {lines.map((line) => (
              <li key={line.partyId ?? 0}>
                <div className="cases-line">
                  <b>{line.partyName}</b>
                  <span>{t(`CONTACT_PERSON.${line.contactPerson}`)}</span>
                  {line.partyId === null ? (
                    <Reveal
                      kind={`${area}.phone`}
                      subjectNo={row.caseNo}
                      masked={line.phone}
                      code={`${area}:contact:reveal`}
                    />
                  ) : (
                    <Reveal
                      kind={`${area}.guarantorPhone`}
                      subjectNo={`${row.caseNo}-${line.partyId}`}
                      masked={line.phone}
                      code={`${area}:contact:reveal`}
                    />
                  )}
                  {!line.hasAgreed && <span className="cases-shut">{t('cases.notAgreed')}</span>}
                  <span className="kp-muted">{t('cases.tried', { count: line.triedToday, left: line.call.left })}</span>
                  {mayDial && (
                    <Button
                      size="small"
                      intent="primary"
                      text={<DialText label={dial.label} call={line.call} />}
                      disabled={!line.call.isAllowed || isTalking}
                      loading={dial.isPending}
                      onClick={() => {
                        props.onDialled?.(line.contactPerson);
                        dial.open({ row, line });
                      }}
                    />
                  )}
                  {row.allowedActions.includes('sms') && sms.isPermitted && (
                    <Button
                      size="small"
                      text={sms.label}
                      disabled={!line.sms.isAllowed}
                      onClick={() => {
                        sms.open({ row, line });
                      }}
                    />
                  )}
                </div>
                <Refusals line={line} />
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {dial.error !== null && (
        <p className="cases-shut" role="alert">
          {dial.error.msg}
        </p>
      )}
    </section>
  );
}

/** The label of the call button; while the gate is shut for a time, how long that lasts. */
function DialText(props: { readonly label: string; readonly call: collection.ContactLine['call'] }) {
  const { label, call } = props;
  if (call.isAllowed || call.nextAllowedAt === null) return label;
  return (
    <>
      {label} · <Clock iso={call.nextAllowedAt} way="until" />
    </>
  );
}

/** A section is gone to by `g` and its letter: that letter dials nobody. */
const SECTION_KEY_MS = 1500;

/** `d` calls whom the gate lets through first, where nobody is typing. */
function useDialKey(call: () => boolean): void {
  const goAt = useRef(-Infinity);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'd' && event.timeStamp - goAt.current >= SECTION_KEY_MS && call()) event.preventDefault();
    goAt.current = event.key === 'g' ? event.timeStamp : -Infinity;
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
}

/** The longest that a browser's timer waits. */
const LONGEST_MS = 2_147_483_647;

/** Asks the gate again at the moment from which it says it is open. */
function useWhenOpen(lines: readonly collection.ContactLine[], ask: () => void): void {
  const moments = lines.flatMap(({ call, sms }) => [call.nextAllowedAt, sms.nextAllowedAt]);
  const next = moments
    .map((at) => Date.parse(at ?? ''))
    .filter((at) => at > Date.now())
    .reduce((first, at) => Math.min(first, at), Infinity);
  const again = useEffectEvent(ask);
  useEffect(() => {
    const wait = next - Date.now();
    if (wait > LONGEST_MS) return undefined;
    const timer = setTimeout(() => {
      again();
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [next]);
}

/** Most reasons name the moment themselves. */
const saysWhen = ({ text, nextAllowedAt }: collection.ContactLine['call']): boolean =>
  nextAllowedAt !== null && text !== null && text.includes(formatDateTime(nextAllowedAt));

/** Why a contact is off and from when on, by channel where only one is. */
function Refusals({ line }: { readonly line: collection.ContactLine }) {
  const t = useText(CASES_TEXTS);
  const isSame = line.call.text === line.sms.text;
  const shut = (['call', 'sms'] as const).filter(
    (channel) => !line[channel].isAllowed && !(isSame && channel === 'sms'),
  );
  return shut.map((channel) => (
    <p key={channel} className="cases-shut">
      {!isSame && `${t(`CONTACT_CHANNEL.${channel === 'call' ? 'CALL' : 'SMS'}`)}: `}
      {line[channel].text}
      {line[channel].nextAllowedAt !== null && !saysWhen(line[channel]) && (
        <>
          {' '}
          <EatTime at={line[channel].nextAllowedAt} />
        </>
      )}
    </p>
  ));
}
