import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { journey } from './journey.ts';
import {
  assignedCase,
  COLLECTOR,
  look,
  openCase,
  rowOf,
  SYSTEMS,
  type System,
  workAtAnyHour,
} from './support/collection.ts';

const { as, faults, withDatabase } = journey();
const BOTH: readonly System[] = ['ORDER', 'BILL'];
beforeAll(async () => await withDatabase(workAtAnyHour));

/** What the books say of an order: each account's balance that its journals moved, in cents. */
async function moneyOf(orderNo: string) {
  return await withDatabase(async (db) => {
    const { rows } = await sql<{ owed: number; claim: number; caseStatus: string; unbalanced: number }>`
      select sum(d.outstanding_cents)::bigint as owed, sum(d.claim_cents)::bigint as claim,
        (select min(c.case_status) from collection_case c where c.order_no = ${orderNo}) as case_status,
        (select count(*) from (select journal_id from posting
          group by journal_id having sum(amount_cents) <> 0) odd) as unbalanced
      from bill_balance d join bill b on b.bill_no = d.bill_no where b.order_no = ${orderNo}`.execute(db);
    return rows[0];
  });
}

it.each(BOTH)('a waiver is requested, approved by another and expires unused: %s', async (system) => {
  const paths = SYSTEMS[system];
  const loan = await withDatabase(async (db) => await assignedCase(db, system, { dpd: 20, instalments: 1 }));
  const mine = await as({ userName: COLLECTOR.userName, path: `${paths.mine}?caseNo=${loan.caseNo}` });
  const { page } = mine;
  const beside = await openCase(page, loan.caseNo);
  await beside.getByRole('button', { name: 'Request waiver' }).click();
  const form = page.getByRole('dialog');
  const fee = form.getByLabel(/^Service fee/);
  await fee.fill('one hundred');
  await form.getByText('An amount in KES').waitFor();
  await fee.fill('600,000');
  await form.getByLabel('Reason').selectOption({ label: 'Financial hardship' });
  await form.getByLabel('Note').fill('Lost the job');
  const submit = form.getByRole('button', { name: 'Submit for approval' });
  await submit.click();
  // The refusal stands in the line of the fee.
  await form.locator('label').filter({ hasText: 'Service fee' }).getByRole('alert').waitFor();
  await look(page, `waiver-form-${system}`);
  await fee.fill('100');
  await form.getByText('Total waiver: KES 100.00').waitFor();
  await submit.click();
  await page.getByText('Waiver sent for approval').waitFor();

  const checker = await as({ path: `${paths.deductions}?orderNo=${loan.orderNo}` });
  await checker.page.getByRole('button', { name: /^Approve: / }).click();
  const decision = checker.page.getByRole('dialog');
  await look(checker.page, `waiver-approve-${system}`);
  await decision.getByRole('button', { name: 'Approve' }).click();
  await rowOf(checker.page, loan.orderNo).getByText('Approved', { exact: true }).first().waitFor();

  // Midnight comes: whoever settles tomorrow pays in full.
  await withDatabase(
    async (db) =>
      await sql`update deduction set lapses_at = now() - interval '1 second' where order_no = ${loan.orderNo}`.execute(
        db,
      ),
  );
  await rowOf(checker.page, loan.orderNo).getByText('Expired').waitFor();
  await look(checker.page, `waiver-expired-${system}`);
  expect(await moneyOf(loan.orderNo)).toMatchObject({ owed: loan.owedCents, unbalanced: 0 });
  expect(faults()).toEqual([]);
});
