import { Button, formatDate, formatMoney, Money, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { Status } from '@kituo/sdk/page';
import { type ComponentType, useState } from 'react';
import type { CaseDetailFacts } from './case-system.ts';
import { CASE_BILL_STATUS } from './case-words.ts';
import { CASES_TEXTS } from './cases-texts.ts';

const MONEY = ['principalCents', 'interestCents', 'feesCents', 'outstandingCents'] as const;
const titleOf = (key: (typeof MONEY)[number]): string => (key === 'outstandingCents' ? 'dueCents' : key);
type Why = ComponentType<{ readonly billNo: string | null; readonly onClose: () => void }>;

/** Every bill of the order by component, the case's own marked, each with why it owes what it owes. */
export function CaseBills({ facts }: { readonly facts: CaseDetailFacts }) {
  const t = useText(CASES_TEXTS);
  const [billNo, setBillNo] = useState<string | null>(null);
  const lateness = (dpd: number): string => (dpd < 0 ? t('cases.dueIn', { count: -dpd }) : String(dpd));
  // Postings come with the door of payments, once somebody wants to know.
  const [late, setLate] = useState<{ readonly Why: Why } | null>(null);
  const open = (wanted: string): void => {
    setBillNo(wanted);
    if (late === null)
      void import('@kituo/sdk/payments').then(({ WhyThisBalance }) => setLate({ Why: WhyThisBalance }));
  };
  return (
    <>
      {facts.row.caseScope === 'BILL' && facts.bills.length > 1 && <OrderStrip facts={facts} />}
      <div className="cases-scroll" tabIndex={0} role="region" aria-label={t('cases.bills')}>
        <table className="cases-table">
          <thead>
            <tr>
              <th scope="col">{t('field.termNo')}</th>
              <th scope="col">{t('field.dueDate')}</th>
              <th scope="col">{t('field.billStatus')}</th>
              <th scope="col" className="cases-right">
                {t('field.dpd')}
              </th>
              {MONEY.map((key) => (
                <th key={key} scope="col" className="cases-right">
                  {t(`field.${titleOf(key)}`)}
                </th>
              ))}
              <th scope="col" aria-label={t('cases.why')} />
            </tr>
          </thead>
          <tbody>
            {facts.bills.map((one) => (
              <tr key={one.billNo} data-own={one.isOfCase}>
                <td>
                  {one.termNo}/{facts.row.installments}
                </td>
                <td>{formatDate(one.dueDate)}</td>
                <td>
                  <Status of={CASE_BILL_STATUS} code={one.billStatus} />
                </td>
                <td className="cases-right">{one.billStatus === 'ACTIVE' ? lateness(one.dpd) : '-'}</td>
                {MONEY.map((key) => (
                  <td key={key} className="cases-right">
                    <Money cents={one[key]} />
                  </td>
                ))}
                <td>
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('cases.why')}
                    aria-label={t('cases.whyBill', { bill: one.billNo })}
                    onClick={() => {
                      open(one.billNo);
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {late !== null && (
        <late.Why
          billNo={billNo}
          onClose={() => {
            setBillNo(null);
          }}
        />
      )}
    </>
  );
}

/** The instalments of the order in one line: what is paid, late or next, at which level, and with whom. */
function OrderStrip({ facts }: { readonly facts: CaseDetailFacts }) {
  const t = useText(CASES_TEXTS);
  return (
    <ol className="cases-strip" aria-label={t('cases.strip')}>
      {facts.bills.map((one) => (
        <li key={one.billNo} aria-current={one.isOfCase || undefined}>
          <b>
            {one.termNo}/{facts.row.installments}
          </b>{' '}
          {one.billStatus === 'ACTIVE' ? (
            t(`cases.stripState.${stateOf(one)}`)
          ) : (
            <Status of={CASE_BILL_STATUS} code={one.billStatus} />
          )}
          <div className="kp-muted">
            {one.billStatus === 'CHARGED_OFF'
              ? formatMoney(one.claimCents)
              : [one.caseLevel, one.caseStatus === null ? formatDate(one.dueDate) : one.collectorName]
                  .filter(Boolean)
                  .join(' · ')}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Of an active bill in the strip of its order. */
function stateOf({ caseStatus, dpd }: collection.CaseBill): string {
  if (caseStatus === 'BAD_DEBT_POOL') return 'inPool';
  if (dpd > 0) return 'late';
  return caseStatus === null ? 'next' : 'due';
}

/** How much more than principal may still be charged. */
export function InDuplum({ of }: { readonly of: CaseDetailFacts['inDuplum'] }) {
  const t = useText(CASES_TEXTS);
  if (of === null) return null;
  const { baseCents, leftCents } = of;
  const said = t('cases.inDuplum', { left: formatMoney(leftCents), base: formatMoney(baseCents) });
  return (
    <p className="cases-figures ks-figures">
      <meter min={0} max={baseCents} value={baseCents - leftCents} aria-label={said} /> {said}
    </p>
  );
}
