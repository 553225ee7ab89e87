import type { Database } from '../../../../db/database.ts';
import type { LentLoan } from '../../../lending/orders/testing/lend.ts';

/** The case of a loan, in the pool of bad debt, where a loss may be requested. */
export async function intoBadDebtPool(db: Database, loan: LentLoan): Promise<void> {
  const { orderNo, merchantNo, customerNo } = loan;
  await db
    .insertInto('collectionCase')
    .values({
      caseScope: 'ORDER',
      orderNo,
      merchantNo,
      customerNo,
      caseStatus: 'BAD_DEBT_POOL',
      caseLevel: 'S5',
      collectionLevel: 'S5',
      oldestDueOn: '2026-01-01',
      dueAtEntryCents: 542_000,
      levelledOn: '2026-01-01',
    })
    .execute();
}
