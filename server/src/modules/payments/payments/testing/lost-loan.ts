import type { Database } from '../../../../db/database.ts';
import type { LentLoan } from '../../../lending/orders/testing/lend.ts';

/** The case of a loan, or of its one bill, in the pool of bad debt, where a loss may be requested. */
export async function intoBadDebtPool(
  db: Database,
  loan: LentLoan,
  caseScope: 'ORDER' | 'BILL' = 'ORDER',
): Promise<void> {
  const { orderNo, merchantNo, customerNo } = loan;
  const { caseNo } = await db
    .insertInto('collectionCase')
    .values({
      caseScope,
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
    .returning('caseNo')
    .executeTakeFirstOrThrow();
  const bills = await db.selectFrom('bill').select('billNo').where('orderNo', '=', orderNo).execute();
  await db
    .insertInto('caseBill')
    .values(bills.map(({ billNo }) => ({ caseNo, billNo })))
    .execute();
}
