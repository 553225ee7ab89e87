import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { journey } from './journey.ts';
import {
  COLLECTOR,
  openCase,
  overdueLoan,
  PRINCIPAL,
  look,
  SYSTEMS,
  type System,
  workAtAnyHour,
} from './support/collection.ts';

const { as, faults, withDatabase } = journey();
beforeAll(async () => await withDatabase(workAtAnyHour));

it.each(['ORDER', 'BILL'] as const)(
  'a case leaves the pool for a collector, is promised and paid, closes, and the collector has the credit: %s',
  async (system: System) => {
    const paths = SYSTEMS[system];
    const loan = await withDatabase(async (db) => await overdueLoan(db, system, { dpd: 5, instalments: 1 }));
    const [{ caseNo } = { caseNo: '' }] = loan.cases;

    const desk = await as({ userName: PRINCIPAL.userName, path: `${paths.allocation}?caseNo=${caseNo}` });
    const row = desk.page.getByRole('row').filter({ hasText: caseNo });
    await row.getByText('In the pool').waitFor();
    await desk.page.getByRole('button', { name: `Assign: ${caseNo}` }).click();
    const assign = desk.page.getByRole('dialog');
    await assign.getByRole('button', { name: /^Collector:/ }).click();
    await desk.page.getByRole('combobox', { name: /Collector/ }).fill(COLLECTOR.realName);
    await desk.page.getByRole('option', { name: COLLECTOR.realName }).click();
    await look(desk.page, `assign-${system}`);
    await assign.getByRole('button', { name: 'Assign', exact: true }).click();
    await row.getByText('Collecting').waitFor();
    await row.getByText(COLLECTOR.realName).waitFor();

    const { page } = await as({ userName: COLLECTOR.userName, path: `${paths.mine}?caseNo=${caseNo}` });
    let beside = await openCase(page, caseNo);
    await beside.getByRole('button', { name: /Promised to pay$/ }).click();
    await beside.getByLabel('Note').fill('Salary arrives tomorrow');
    await beside.getByRole('button', { name: 'Save, next case' }).click();
    // What is missing is said beside its field, and nothing typed is lost.
    await beside.locator('[data-invalid] [role=alert]').first().waitFor();
    await look(page, `promise-refused-${system}`);
    await beside.getByLabel('Reason overdue').selectOption({ index: 1 });
    await beside.getByRole('button', { name: 'Save, next case' }).click();
    await page.getByRole('row').filter({ hasText: caseNo }).getByText('Open').waitFor();

    beside = await openCase(page, caseNo);
    await beside.getByRole('button', { name: 'Ask to pay by M-Pesa' }).click();
    const prompt = page.getByRole('dialog');
    await look(page, `prompt-${system}`);
    await prompt.getByRole('button', { name: 'Send prompt' }).click();
    // The customer pays on the phone: the case leaves the list of the collector.
    await page.getByRole('row').filter({ hasText: caseNo }).waitFor({ state: 'detached' });
    await look(page, `paid-${system}`);

    await desk.page.goto(desk.page.url().replace(paths.allocation, paths.out));
    const left = desk.page.getByRole('row').filter({ hasText: caseNo });
    await left.getByText('Settled').waitFor();
    await left.getByText(COLLECTOR.realName).waitFor();
    await look(desk.page, `out-${system}`);
    await desk.page.goto(new URL(`${paths.repayments}?orderNo=${loan.orderNo}`, desk.page.url()).href);
    const repayment = desk.page.getByRole('row').filter({ hasText: loan.orderNo });
    // As the one who gets the credit, and as the one who spoke with the borrower before.
    await expect.poll(() => repayment.getByText(COLLECTOR.realName).count()).toBe(2);
    await look(desk.page, `credit-${system}`);

    const state = await withDatabase(async (db) => {
      const { rows } = await sql<{ caseStatus: string; promiseStatus: string; orderStatus: string; owed: number }>`
        select c.case_status, p.promise_status, o.order_status,
          (select sum(d.outstanding_cents)::bigint from bill_balance d join bill b on b.bill_no = d.bill_no
            where b.order_no = o.order_no) as owed
        from collection_case c join promise_to_pay p on p.case_no = c.case_no
          join loan_order o on o.order_no = c.order_no where c.case_no = ${caseNo}`.execute(db);
      return rows;
    });
    expect(state).toEqual([{ caseStatus: 'CLOSED', promiseStatus: 'KEPT', orderStatus: 'CLOSED', owed: 0 }]);
    expect(faults()).toEqual([]);
  },
);
