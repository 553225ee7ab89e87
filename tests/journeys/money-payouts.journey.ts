import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { approved, makeProduct } from '../../server/src/modules/lending/orders/testing/lend.ts';
import { newStaff } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import { outside } from './outside.ts';

const { url, as, faults, withDatabase } = journey();
const { behave } = outside();
afterEach(async () => await behave({ failure: 0 }));

const LOANS = '/AdminContent/AfterLoanSystem/LoanManagement';
/** Agreed to the routes of the demonstration: what this person reviewed waits for a hand. */
const ROUTE_APPROVER = 'U000016';

const rowOf = (page: Page, orderNo: string) => page.getByRole('row').filter({ hasText: orderNo });

it('a payout that failed at M-Pesa is replayed by somebody else, and the loan is disbursed', async () => {
  const { orderNo } = await withDatabase(async (db) => {
    const productNo = await makeProduct(db);
    return await approved(db, { productNo, approvedCents: 1_200_000, maker: ROUTE_APPROVER, checker: 'U000013' });
  });
  await behave({ failure: 1 });
  const { page: first } = await as({ userName: 'disburser', path: `${LOANS}?orderNo=${orderNo}` });
  await first.getByRole('button', { name: `Disburse: ${orderNo}` }).click();
  await first.getByText(/Send KES 12,000\.00 to/).waitFor();
  await first.getByRole('alertdialog').getByRole('button', { name: 'Disburse' }).click();
  await first.getByText(`${orderNo} sent`).waitFor();
  await rowOf(first, orderNo).getByText('Failure', { exact: true }).waitFor();
  await rowOf(first, orderNo).getByText('The balance is insufficient for the transaction.').waitFor();

  await behave({ failure: 0 });
  const second = await newStaff(url, { deptNo: 'D0003', roleNos: ['R-003'] });
  const { page: other } = await as({ ...second, path: `${LOANS}?orderNo=${orderNo}` });
  await other.getByRole('button', { name: `Replay: ${orderNo}` }).click();
  await other.getByText(/Send KES 12,000\.00 again to/).waitFor();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
  // Both see how it ends, without asking.
  for (const page of [other, first]) {
    await rowOf(page, orderNo).getByText('Success', { exact: true }).waitFor();
    await rowOf(page, orderNo).getByText('Disbursed', { exact: true }).waitFor();
  }

  await rowOf(other, orderNo).getByText(orderNo, { exact: true }).first().click();
  const attempts = other.getByRole('list', { name: 'Payout attempts' });
  await attempts.getByText(/Attempt 2 · Paid/).waitFor();
  await attempts.getByText(/Attempt 1 · Failed/).waitFor();
  await attempts.getByText(second.realName).waitFor();
  await attempts.getByText('Njeri Mwangi').waitFor();
  await other.setViewportSize({ width: 390, height: 844 });

  await withDatabase(async (db) => {
    const { rows } = await sql<{ kind: string; count: number }>`
      select j.journal_kind as kind, count(*)::int as count from journal j
      join payout_attempt a on a.attempt_no = j.cause_no and j.cause_type = 'PAYOUT'
      where a.subject_no = ${orderNo} group by 1`.execute(db);
    // Sent twice, taken back once, paid once.
    expect(Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))).toMatchObject({ PAYOUT_SUCCEEDED: 1 });
    const { rows: cleared } = await sql<{ cents: number }>`
      select coalesce(sum(p.amount_cents), 0)::bigint as cents from posting p
      join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
      join payout_attempt a on a.attempt_no = j.cause_no and j.cause_type = 'PAYOUT'
      where a.subject_no = ${orderNo} and p.account_code = 'PAYOUT_CLEARING'`.execute(db);
    expect(cleared[0]?.cents).toBe(0);
    const { rows: checkers } = await sql`
      select attempt_status, checker_user_no from payout_attempt where subject_no = ${orderNo} order by attempt_count`.execute(
      db,
    );
    expect(checkers).toMatchObject([
      { attemptStatus: 'FAILED', checkerUserNo: 'U000003' },
      { attemptStatus: 'SUCCESS', checkerUserNo: second.userNo },
    ]);
  });
  expect(faults()).toEqual([]);
});
