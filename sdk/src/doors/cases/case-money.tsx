import { formatMoney, useText } from '@kituo/sdk';
import { Timeline } from '@kituo/sdk/page';
import type { CaseDetailFacts } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

/** What was paid on the case, and whose it is. */
export function CasePayments({ facts }: { readonly facts: CaseDetailFacts }) {
  const t = useText(CASES_TEXTS);
  if (facts.payments.length === 0) return <p className="kp-muted">{t('cases.noPayments')}</p>;
  return (
    <Timeline
      label={t('cases.payments')}
      entries={facts.payments.map((one) => ({
        id: one.lineNo,
        at: one.appliedAt,
        title: `${formatMoney(one.appliedCents)} · ${t(`REPAY_TYPE.${one.repayType}`)}`,
        who: one.collectorName,
        tone: one.isRolledBack ? 'failed' : 'good',
        text: [
          one.applicationNo,
          one.flowNo,
          one.settledBillNos.length > 0 && t('cases.settledBills', { bills: one.settledBillNos.join(', ') }),
          one.siblingsCents > 0 && t('cases.onSiblings', { money: formatMoney(one.siblingsCents) }),
          one.isRolledBack && t('cases.rolledBack'),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  );
}

const TONES = {
  PENDING: 'attention',
  APPROVED: 'active',
  REJECTED: 'failed',
  APPLIED: 'good',
  LAPSED: 'waiting',
  REVERSED: 'failed',
} as const;

/** What was waived on its bills, or asked for. */
export function CaseDeductions({ facts }: { readonly facts: CaseDetailFacts }) {
  const t = useText(CASES_TEXTS);
  if (facts.deductions.length === 0) return <p className="kp-muted">{t('cases.noDeductions')}</p>;
  return (
    <Timeline
      label={t('cases.deductions')}
      entries={facts.deductions.map((one) => ({
        id: one.deductionNo,
        at: one.createdAt,
        title: `${formatMoney(one.totalCents)} · ${t(`DEDUCTION_STATUS.${one.deductionStatus}`)}`,
        who: one.applicantName,
        tone: TONES[one.deductionStatus],
        text: [one.deductionNo, one.billNo, one.decidedByName].filter(Boolean).join(' · '),
      }))}
    />
  );
}
