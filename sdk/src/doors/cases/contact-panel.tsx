import { Button, EatTime, useText } from '@kituo/sdk';
import { Answered, Reveal, useDetail } from '@kituo/sdk/page';
import { useIsCalling } from '@kituo/sdk/phone';
import { useEffect, useEffectEvent } from 'react';
import type { collection } from '@kituo/sdk/contracts';
import { systemOf } from './case-system.ts';
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
                    <span className="ks-figures">{line.phone}</span>
                  )}
                  {!line.hasAgreed && <span className="cases-shut">{t('cases.notAgreed')}</span>}
                  <span className="kp-muted">{t('cases.tried', { count: line.triedToday, left: line.call.left })}</span>
                  {row.allowedActions.includes('call') && dial.isPermitted && (
                    <Button
                      size="small"
                      intent="primary"
                      text={dial.label}
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
      {line[channel].nextAllowedAt !== null && (
        <>
          {' '}
          <EatTime at={line[channel].nextAllowedAt} />
        </>
      )}
    </p>
  ));
}
