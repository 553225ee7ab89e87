import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { journey } from './journey.ts';
import { assignedCase, look, PRINCIPAL, rowOf, SYSTEMS, type System, workAtAnyHour } from './support/collection.ts';

const { as, faults, withDatabase } = journey();
const BOTH: readonly System[] = ['ORDER', 'BILL'];
beforeAll(async () => await withDatabase(workAtAnyHour));

/** A payment of the order's customer that nobody has used yet. */
async function paid(orderNo: string, customerNo: string, amountCents: number): Promise<string> {
  const paymentCode = `JC${orderNo.slice(-8)}${amountCents}`;
  await withDatabase(async (db) => {
    await db.transaction().execute(async (tx) => {
      const { merchantNo } = await tx
        .selectFrom('loanOrder')
        .select('merchantNo')
        .where('orderNo', '=', orderNo)
        .executeTakeFirstOrThrow();
      await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode,
        account: 'BANK.MPESA_PAYBILL',
        amountCents,
        repayTime: new Date(),
        payerPhone: '254711000222',
      });
      await tx.updateTable('paymentFlow').set({ customerNo }).where('paymentCode', '=', paymentCode).execute();
    });
  });
  return paymentCode;
}

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

it.each(BOTH)('a wrong write-off is rolled back, and the case comes back: %s', async (system) => {
  const paths = SYSTEMS[system];
  const loan = await withDatabase(async (db) => await assignedCase(db, system, { dpd: 5, instalments: 1 }));
  await paid(loan.orderNo, loan.customerNo, loan.owedCents);
  const { page } = await as({ userName: PRINCIPAL.userName, path: paths.settlements });
  await page.getByRole('button', { name: 'Allocate payments' }).first().click();
  const start = page.getByRole('dialog');
  await start.getByLabel('Order').fill(loan.orderNo);
  await start.getByRole('button', { name: 'Continue' }).click();
  const form = page.locator('.payments-write-off');
  await form.getByLabel('Type').selectOption('SETTLE');
  await look(page, `write-off-${system}`);
  await form.getByRole('button', { name: 'Allocate', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, loan.orderNo).getByText('Done').waitFor();
  expect(await moneyOf(loan.orderNo)).toMatchObject({ owed: 0, caseStatus: 'CLOSED', unbalanced: 0 });

  await page.goto(new URL(`${paths.rollbacks}?orderNo=${loan.orderNo}`, page.url()).href);
  await rowOf(page, loan.orderNo).getByText('Live').waitFor();
  await page.getByRole('button', { name: /^Undo newest: / }).click();
  const tree = page.locator('.payments-write-off');
  await tree.getByText(/^Undo 1 write-off/).waitFor();
  await look(page, `rollback-${system}`);
  await tree.getByLabel('Reason').fill('Paid for another loan');
  await tree.getByRole('button', { name: 'Undo', exact: true }).click();
  await tree.waitFor({ state: 'detached' });
  await rowOf(page, loan.orderNo).getByText('Rolled back').first().waitFor();
  expect(await moneyOf(loan.orderNo)).toMatchObject({ owed: loan.owedCents, caseStatus: 'POOL', unbalanced: 0 });

  await page.goto(new URL(`${paths.allocation}?caseNo=${loan.caseNo}`, page.url()).href);
  await rowOf(page, loan.caseNo).getByText('In the pool').waitFor();
  expect(faults()).toEqual([]);
});

it.each(BOTH)('bad debt is charged off by two people, and what comes back is a recovery: %s', async (system) => {
  const paths = SYSTEMS[system];
  const loan = await withDatabase(async (db) => await assignedCase(db, system, { dpd: 95, instalments: 1 }));
  const { caseNo, cases } = loan;
  const subject = system === 'ORDER' ? loan.orderNo : (cases[0]?.billNo ?? '');
  const desk = await as({ userName: PRINCIPAL.userName, path: `${paths.badDebt}?tab=candidates&caseNo=${caseNo}` });
  const { page } = desk;
  await page.getByRole('button', { name: /^Enter pool: / }).click();
  const entry = page.getByRole('dialog');
  await entry.getByLabel('Note').fill('No contact for two months');
  await look(page, `enter-pool-${system}`);
  await entry.getByRole('button', { name: 'Enter pool' }).click();
  await page.getByText(`${subject} is in the bad-debt pool`).waitFor();

  await page.goto(new URL(`${paths.badDebt}?caseNo=${caseNo}`, page.url()).href);
  await page.getByRole('button', { name: /^Charge off: / }).click();
  const request = page.getByRole('dialog');
  await request.getByText(/^Recognise a loss of KES/).waitFor();
  await request.getByLabel('Reason').fill('Cannot be found');
  await request.getByRole('button', { name: 'Submit for approval' }).click();
  await page.getByText('Charge-off sent for approval').waitFor();

  const checker = await as({ path: `${paths.badDebt}?tab=losses&orderNo=${loan.orderNo}` });
  await checker.page.getByRole('button', { name: /^Approve: / }).click();
  const decision = checker.page.getByRole('alertdialog');
  await look(checker.page, `loss-${system}`);
  await decision.getByRole('button', { name: 'Approve' }).click();
  await rowOf(checker.page, loan.orderNo).getByText('Approved', { exact: true }).waitFor();
  expect(await moneyOf(loan.orderNo)).toMatchObject({ claim: loan.owedCents, unbalanced: 0 });

  await paid(loan.orderNo, loan.customerNo, 200_000);
  await page.goto(new URL(paths.settlements, page.url()).href);
  await page.getByRole('button', { name: 'Allocate payments' }).first().click();
  const start = page.getByRole('dialog');
  await start.getByLabel('Order').fill(loan.orderNo);
  await start.getByRole('button', { name: 'Continue' }).click();
  const form = page.locator('.payments-write-off');
  await form.getByLabel('Type').waitFor();
  await look(page, `recover-${system}`);
  await form.getByRole('button', { name: 'Allocate', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.goto(new URL(`${paths.badDebt}?tab=recoveries&orderNo=${loan.orderNo}`, page.url()).href);
  await rowOf(page, loan.orderNo).getByText('2,000.00').first().waitFor();
  await look(page, `recoveries-${system}`);
  expect(await moneyOf(loan.orderNo)).toMatchObject({ claim: loan.owedCents - 200_000, unbalanced: 0 });
  expect(faults()).toEqual([]);
});
