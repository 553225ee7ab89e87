import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { journey } from './journey.ts';
import {
  assignedCase,
  COLLECTOR,
  look,
  openCase,
  PRINCIPAL,
  rowOf,
  SYSTEMS,
  type System,
  workAtAnyHour,
} from './support/collection.ts';

const { as, faults, withDatabase } = journey();
const BOTH: readonly System[] = ['ORDER', 'BILL'];
beforeAll(async () => await withDatabase(workAtAnyHour));

it.each(BOTH)(
  'many borrowers get an SMS, but for the one who objected, and are noted as not reached: %s',
  async (system) => {
    const [reached, objects] = await withDatabase(async (db) => {
      const two = [
        await assignedCase(db, system, { dpd: 5, instalments: 1 }),
        await assignedCase(db, system, { dpd: 5, instalments: 1 }),
      ] as const;
      // A note of an earlier day.
      await sql`insert into contact_block (block_kind, customer_no, note, set_by)
      values ('DISPUTE', ${two[1].customerNo}, 'Never took this loan', ${PRINCIPAL.userNo})`.execute(db);
      return two;
    });
    const { page } = await as({ userName: COLLECTOR.userName, path: SYSTEMS[system].mine });
    const choose = async (): Promise<void> => {
      for (const { caseNo } of [reached, objects]) {
        await page.getByLabel(`Select row ${caseNo}`).check();
      }
    };
    const untouched = await page.getByRole('button', { name: /^Untouched today \d/ }).textContent();
    const before = Number(/\d+$/.exec(untouched ?? '')?.[0]);
    await choose();
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'SMS', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByText('Borrowers who may not be contacted now are skipped.').waitFor();
    await look(page, `sms-many-${system}`);
    await form.getByRole('button', { name: 'Send' }).click();
    const skipped = page
      .getByRole('row')
      .or(page.getByRole('listitem'))
      .filter({ hasText: /dispute/i });
    await skipped.filter({ hasText: objects.caseNo }).first().waitFor();
    await look(page, `sms-many-done-${system}`);
    await page.keyboard.press('Escape');

    await choose();
    await bar.getByRole('button', { name: 'Not reached' }).click();
    await form.getByLabel('Note').fill('Nobody answered');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Untouched today ${before - 2}`, exact: true }).waitFor();
    for (const { caseNo } of [reached, objects]) await rowOf(page, caseNo).getByText('No answer').waitFor();
    const beside = await openCase(page, reached.caseNo);
    await beside.getByRole('tab', { name: 'SMS' }).click();
    await beside
      .getByRole('tabpanel')
      .getByText(/overdue/)
      .waitFor();
    await look(page, `sms-many-told-${system}`);
    expect(faults()).toEqual([]);
  },
);
