import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { runCaseDay } from '../../server/src/modules/collections/collections/index.ts';
import { askGate } from '../../server/src/modules/collections/contacts/index.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { addDays, businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { journey } from './journey.ts';
import { assignedCase, COLLECTOR, look, openCase, SYSTEMS, type System, workAtAnyHour } from './support/collection.ts';

const { as, faults, withDatabase } = journey();
const BOTH: readonly System[] = ['ORDER', 'BILL'];
beforeAll(async () => await withDatabase(workAtAnyHour));

it.each(BOTH)(
  'a promise that is not kept is broken at the end of its day, and its collector sees it: %s',
  async (system) => {
    const { caseNo } = await withDatabase(async (db) => await assignedCase(db, system, { dpd: 5, instalments: 1 }));
    const { page } = await as({ userName: COLLECTOR.userName, path: `${SYSTEMS[system].mine}?caseNo=${caseNo}` });
    const beside = await openCase(page, caseNo);
    await beside.getByRole('button', { name: 'Promise', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Promised amount').fill('2,000');
    await form.getByRole('button', { name: 'Save promise' }).click();
    const row = page.getByRole('row').filter({ hasText: caseNo });
    await row.getByText('Open').waitFor();
    await beside.getByRole('tab', { name: /^Promises/ }).click();
    await beside.getByText('KES 2,000.00').waitFor();

    await withDatabase(async (db) => {
      const yesterday = addDays(businessDateOf(new Date()), -1);
      await sql`update promise_to_pay set promised_on = ${yesterday}, made_at = made_at - interval '1 day'
      where case_no = ${caseNo}`.execute(db);
      await runCaseDay(db, yesterday, createLogger('silent'));
    });
    await page.reload();
    await page.getByRole('button', { name: /^Broken promise [1-9]/ }).click();
    await row.getByText('Broken').waitFor();
    await openCase(page, caseNo);
    await beside.getByRole('tabpanel').getByText('Broken').waitFor();
    await look(page, `broken-${system}`);
    expect(faults()).toEqual([]);
  },
);

it.each(BOTH)('an objection silences every channel within a second: %s', async (system) => {
  const paths = SYSTEMS[system];
  const { caseNo, phone, customerNo } = await withDatabase(
    async (db) => await assignedCase(db, system, { dpd: 5, instalments: 1 }),
  );
  const { page } = await as({ userName: COLLECTOR.userName, path: `${paths.mine}?caseNo=${caseNo}` });
  let beside = await openCase(page, caseNo);
  await expect.poll(() => beside.getByRole('button', { name: 'Call', exact: true }).isEnabled()).toBe(true);
  await beside.getByRole('button', { name: /Disputes the debt$/ }).click();
  await beside.getByLabel('Note').fill('Never took this loan');
  await beside.getByLabel('Reason overdue').selectOption({ index: 1 });
  await beside.getByLabel('Stop contact').selectOption({ label: 'Dispute' });
  const saved = page.waitForResponse((response) => response.url().includes('followUp/save'));
  await beside.getByRole('button', { name: 'Save, next case' }).click();
  await saved;
  // People, messages and robots, of both systems, ask this one gate.
  const savedAt = Date.now();
  const answers = await withDatabase(
    async (db) =>
      await Promise.all(
        (['CALL', 'SMS', 'ROBOT'] as const).map(async (channel) => {
          const question = { phone, customerNo, merchantNo: 'M0001', purpose: 'COLLECTION', channel } as const;
          return await askGate(db, { ...question, at: new Date() });
        }),
      ),
  );
  expect(Date.now() - savedAt).toBeLessThan(1_000);
  for (const answer of answers) expect(answer).toMatchObject({ isAllowed: false, error: 'CONTACT_DISPUTE' });
  await page.getByRole('row').filter({ hasText: caseNo }).getByText('Disputes the debt').waitFor();

  beside = await openCase(page, caseNo);
  const contacts = beside.getByRole('region', { name: 'Contacts' });
  await contacts
    .getByText(/dispute/i)
    .first()
    .waitFor();
  await look(page, `objected-${system}`);
  for (const name of ['Call', 'SMS']) {
    expect(await contacts.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true);
  }
  expect(faults()).toEqual([]);
});
