import { Button, EatTime, formatDate, Money, useNavigate, useText } from '@kituo/sdk';
import { dictionaryOptions, DescriptionList, DetailTabs, Reveal, Timeline, useOptions } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { CaseBills, InDuplum } from './case-bills.tsx';
import { caseColumns } from './case-columns.ts';
import { CaseContacts } from './case-contacts.tsx';
import { CaseFollowUps } from './case-follow-ups.tsx';
import { CaseDeductions, CasePayments } from './case-money.tsx';
import { CasePeople } from './case-people.tsx';
import { systemOf } from './case-system.ts';
import type { CaseDetailFacts } from './case-system.ts';
import { PROMISE_STATUS } from './case-words.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import './cases.css';

const HEAD = ['caseLevel', 'dpd', 'dueCents', 'olderDueCents', 'payoffCents', 'phone', 'idCardNo', 'customerName'];

/**
 * One case beside its list: whom it is about, its bills, what was done, promised, assigned.
 *
 * @example <CaseDetail facts={facts} source="CaseAllocation" />
 */
export function CaseDetail(props: {
  readonly facts: CaseDetailFacts;
  /** The page that the order is opened from. */
  readonly source: string;
  /** Stands over the tabs: contacts, a form. */
  readonly children?: ReactNode;
}) {
  const { facts, source } = props;
  const { row } = facts;
  const t = useText(CASES_TEXTS);
  return (
    <>
      <Head facts={facts} source={source} />
      <InDuplum of={facts.inDuplum} />
      {props.children}
      <DetailTabs
        label={row.caseNo}
        parameter="of"
        tabs={[
          { name: 'caseBills', content: () => <CaseBills facts={facts} /> },
          { name: 'caseFollowUps', content: () => <CaseFollowUps facts={facts} />, count: row.followUpCount },
          { name: 'caseCalls', content: () => <CaseContacts facts={facts} channel="CALL" /> },
          { name: 'caseSms', content: () => <CaseContacts facts={facts} channel="SMS" /> },
          { name: 'casePayments', content: () => <CasePayments facts={facts} />, count: facts.payments.length },
          { name: 'caseDeductions', content: () => <CaseDeductions facts={facts} />, count: facts.deductions.length },
          ...(facts.hidesContacts ? [] : [{ name: 'casePeople', content: () => <CasePeople orderNo={row.orderNo} /> }]),
          { name: 'casePromises', content: () => <Promises facts={facts} />, count: facts.promises.length },
          {
            name: 'caseAssignments',
            content: () => (
              <Timeline
                label={t('cases.assignments')}
                entries={facts.assignments.map((one) => ({
                  id: String(one.assignmentId),
                  at: one.assignedAt,
                  title: `${one.realName} · ${t(`cases.cause.${one.cause}`)}`,
                  who: one.assignedByName,
                  tone: one.endedAt === null ? 'active' : 'waiting',
                  text: [
                    one.policyName,
                    one.reason,
                    one.endedAt !== null && t('cases.until', { at: formatDate(one.endedAt) }),
                  ]
                    .filter(Boolean)
                    .join(' · '),
                }))}
              />
            ),
          },
          {
            name: 'caseMoves',
            content: () => (
              <Timeline
                label={t('cases.moves')}
                entries={facts.events.map((one, index) => ({
                  id: String(index),
                  at: one.at,
                  title: t(`cases.move.${one.command}`),
                  who: one.realName,
                  text: [t(`CASE_STATUS.${one.toStatus}`), one.caseLevel, one.reason].filter(Boolean).join(' · '),
                }))}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function Head({ facts, source }: { readonly facts: CaseDetailFacts; readonly source: string }) {
  const { row, hidesOrder } = facts;
  const t = useText(CASES_TEXTS);
  const go = useNavigate();
  const { area } = systemOf(row.caseScope);
  const columns = caseColumns(row.caseScope).filter(({ key }) => HEAD.includes(key));
  const reveal = (field: 'phone' | 'idCardNo' | 'customerName') => (
    <Reveal kind={`${area}.${field}`} subjectNo={row.caseNo} masked={row[field]} code={`${area}:contact:reveal`} />
  );
  return (
    <>
      <DescriptionList
        of={row}
        columns={columns}
        instead={{
          phone: reveal('phone'),
          idCardNo: reveal('idCardNo'),
          customerName: row.customerName.includes('*') ? reveal('customerName') : row.customerName,
        }}
      />
      <div className="cases-line">
        {!hidesOrder && (
          <Button
            variant="minimal"
            size="small"
            text={t('cases.openOrder', { order: row.orderNo })}
            onClick={() =>
              void go(`/AdminContent/OrderDetailAudit/OrderDetail?orderNo=${row.orderNo}&source=${source}`)
            }
          />
        )}
        {row.nextAllowedAt !== null && (
          <span className="cases-shut">
            {t('cases.closedUntil')} <EatTime at={row.nextAllowedAt} />
          </span>
        )}
      </div>
    </>
  );
}

function Promises({ facts }: { readonly facts: CaseDetailFacts }) {
  const t = useText(CASES_TEXTS);
  const channels = useOptions(dictionaryOptions('PROMISE_CHANNEL', { withRetired: true })).options;
  return (
    <Timeline
      label={t('cases.promises')}
      entries={facts.promises.map((one) => ({
        id: one.promiseNo,
        at: one.madeAt,
        title: (
          <>
            <Money cents={one.amountCents} /> · {formatDate(one.promisedRepaymentTime)} ·{' '}
            {t(`PROMISE_STATUS.${one.promiseStatus}`)}
          </>
        ),
        who: one.madeByName,
        tone: PROMISE_STATUS.toneOf(one.promiseStatus),
        text: [channels.find(({ value }) => value === one.promiseChannel)?.label ?? one.promiseChannel, one.reason]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  );
}
