import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { journey } from './journey.ts';
import {
  COLLECTOR,
  look,
  openCase,
  overdueLoan,
  PRINCIPAL,
  rowOf,
  silentMicrophone,
  SYSTEMS,
  workAtAnyHour,
} from './support/collection.ts';

const { as, faults, withDatabase } = journey();
beforeAll(async () => await withDatabase(workAtAnyHour));

it('three late instalments of a borrower are assigned together and take one call', async () => {
  const loan = await withDatabase(async (db) => await overdueLoan(db, 'BILL', { dpd: 25, instalments: 3 }));
  expect(loan.cases).toHaveLength(3);
  const [first = { caseNo: '' }] = loan.cases;

  const desk = await as({
    userName: PRINCIPAL.userName,
    path: `${SYSTEMS.BILL.allocation}?orderNo=${loan.orderNo}`,
  });
  await desk.page.getByRole('button', { name: `Assign: ${first.caseNo}` }).click();
  const assign = desk.page.getByRole('dialog');
  await assign.getByRole('button', { name: /^Collector:/ }).click();
  await desk.page.getByRole('combobox', { name: /Collector/ }).fill(COLLECTOR.realName);
  await desk.page.getByRole('option', { name: COLLECTOR.realName }).click();
  await look(desk.page, 'instalments-assign');
  await assign.getByRole('button', { name: 'Assign', exact: true }).click();
  for (const { caseNo } of loan.cases) await rowOf(desk.page, caseNo).getByText(COLLECTOR.realName).waitFor();

  const { page } = await as({
    userName: COLLECTOR.userName,
    path: `${SYSTEMS.BILL.mine}?orderNo=${loan.orderNo}`,
  });
  await silentMicrophone(page);
  const beside = await openCase(page, first.caseNo);
  await beside.getByText('0 today, 3 left').waitFor();
  await beside.getByRole('button', { name: 'Call', exact: true }).click();
  const dock = page.getByRole('complementary', { name: 'Call', exact: true });
  await dock.getByText('In call').waitFor();
  // One call at a time: a second one would take of the customer's limit.
  expect(await beside.getByRole('button', { name: 'Call', exact: true }).isDisabled()).toBe(true);
  await look(page, 'instalments-call');
  await dock.getByRole('button', { name: 'Hang up' }).click();
  await dock.getByText('Call ended').waitFor();
  await beside.getByText('1 today, 2 left').waitFor();

  await beside.getByRole('button', { name: /Will pay, no date$/ }).click();
  await beside.getByLabel('Note').fill('Pays all three after the harvest');
  await beside.getByLabel('Reason overdue').selectOption({ index: 1 });
  await beside.getByRole('checkbox', { name: /other 2 bills|2 other bills/ }).waitFor();
  await beside.getByRole('button', { name: 'Save, next case' }).click();
  for (const { caseNo } of loan.cases) await rowOf(page, caseNo).getByText('Will pay, no date').waitFor();

  const kept = await withDatabase(async (db) => {
    const { rows } = await sql<{ attempts: number; followUps: number }>`
      select (select count(*)::int from contact_attempt a where a.phone = ${loan.phone}) as attempts,
        (select count(*)::int from case_follow_up f join collection_case c on c.case_no = f.case_no
          where c.order_no = ${loan.orderNo}) as follow_ups`.execute(db);
    return rows[0];
  });
  expect(kept).toEqual({ attempts: 1, followUps: 3 });
  expect(faults()).toEqual([]);
});
