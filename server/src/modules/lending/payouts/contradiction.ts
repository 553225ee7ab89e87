import type { Queryable, Tx } from '../../../db/database.ts';
import { administratorRoles, raiseWarning, rolesWith, stands } from '../../platform/warnings/index.ts';
import type { PayoutAttempt } from './subjects.ts';

type Subject = Pick<PayoutAttempt, 'subjectType' | 'subjectNo'>;

const warningOf = ({ subjectType, subjectNo }: Subject) => ({
  sourceType: 'PAYOUT_UNKNOWN' as const,
  sourceKey: `CONTRADICTED-${subjectType}-${subjectNo}`,
});

/** The page where somebody looks at what is paid out. */
export function pageOfPayout({ subjectType, subjectNo }: Subject): string {
  return subjectType === 'LOAN'
    ? `/AdminContent/OrderDetailAudit/OrderDetail?orderNo=${subjectNo}&source=WarningNotify`
    : '/AdminContent/AfterLoanSystem/LoanManagement';
}

/** The channel says the contrary of how an attempt was recorded to have ended: only its statement tells which holds. */
export async function warnOfContradiction(
  tx: Tx,
  attempt: PayoutAttempt,
  now: { readonly isPaid: boolean },
): Promise<void> {
  const { attemptNo, payoutChannel, amountCents, merchantNo } = attempt;
  const told = await rolesWith(tx, 'afterLoan:payoutStatus:query');
  await raiseWarning(tx, {
    ...warningOf(attempt),
    warningLevel: 'URGENT',
    subject: now.isPaid
      ? `${payoutChannel} now says that payout ${attemptNo}, which had failed, was paid`
      : `${payoutChannel} now says that payout ${attemptNo}, which was paid, had failed`,
    subjectZh: now.isPaid
      ? `${payoutChannel} 现称此前失败的打款 ${attemptNo} 已支付`
      : `${payoutChannel} 现称此前已支付的打款 ${attemptNo} 失败`,
    subjectPath: pageOfPayout(attempt),
    amountCents,
    merchantNo,
    roleNos: told.length > 0 ? told : await administratorRoles(tx),
  });
}

/** Whether nobody has settled yet what the channel said to the contrary: a second payment might be one too many. */
export async function isInDoubt(db: Queryable, subject: Subject): Promise<boolean> {
  return await stands(db, warningOf(subject));
}
