import { sql } from 'kysely';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { addDays, businessDateOf, shownDay } from '../../server/src/modules/platform/policy/index.ts';
import { journey } from './journey.ts';

/*
 * A month is scheduled automatically, a shift is moved by keyboard and published. Two colleagues swap shifts, each reads
 * their own with its iCal address, and a late day is explained and settled.
 */

const { url, as, faults, withDatabase } = journey();
const FOLDER = '/AdminContent/ScheduleManage';
const PLANNER = `${FOLDER}/ScheduleCaseManage`;
const MINE = `${FOLDER}/MySchedule`;
const DEPT = 'D0009';
const SERVICE = { userNo: 'U000007', realName: 'Fatuma Hassan' };
const COLLEAGUE = { userNo: 'U000034', realName: 'Salma Athman' };

const today = businessDateOf(new Date());

/** The next first of a month that nobody has planned yet. */
const month = (() => {
  const [year = 0, number = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, number + 1, 1, 12)).toISOString().slice(0, 10);
})();

const shiftsOf = async (userNo: string) =>
  await withDatabase(async (db) => {
    const { rows } = await sql<{ day: string; shiftStatus: string }>`
      select to_char(work_date, 'YYYY-MM-DD') as day, shift_status from work_shift
      where user_no = ${userNo} and work_date between ${month} and ${addDays(month, 30)} and shift_status <> 'CANCELLED'
      order by 1`.execute(db);
    return rows;
  });

/** Carries a person's first shift that is followed by a free day to that day, with keys alone; answers both days. */
async function movedByKeys(page: Page, row: Locator): Promise<{ from: string; to: string }> {
  const cells = await row
    .locator('td')
    .evaluateAll((all) => all.map((cell) => cell.querySelector('.schedule-chip')?.getAttribute('aria-label') ?? ''));
  const at = cells.findIndex((label, index) => label !== '' && index + 1 < cells.length && cells[index + 1] === '');
  const chip = row.locator('td').nth(at).locator('.schedule-chip');
  const from = /\d{4}-\d\d-\d\d/.exec(cells[at] ?? '')?.[0] ?? '';
  await chip.focus();
  await page.keyboard.press('m');
  await page.getByText(/^Shift picked up/).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Override reason|^Reason/).fill('Agreed with the group');
  await form.getByRole('button', { name: 'Move' }).click();
  await form.waitFor({ state: 'detached' });
  return { from, to: addDays(from, 1) };
}

it('a month is scheduled automatically, moved by keyboard, published, and read by the person with its iCal address', async () => {
  await withDatabase(
    async (db) =>
      await sql`delete from work_shift where work_date between ${month} and ${addDays(month, 30)}`.execute(db),
  );
  const { page } = await as({ userName: 'admin', path: `${PLANNER}?view=MONTH&date=${month}&deptNo=${DEPT}` });
  await page.getByRole('button', { name: 'Auto-schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  const auto = page.getByRole('alertdialog');
  await auto.getByText(/\d+ shifts proposed in \d/).waitFor();
  await auto.getByText(/Gap to the optimum \d+(\.\d+)?%/).waitFor();
  await auto.getByRole('button', { name: 'Apply' }).click();
  await auto.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /Fatuma Hassan/ }) });
  await row.locator('.schedule-chip').first().waitFor();
  // Five days a week, on each week of the month.
  await expect.poll(async () => (await shiftsOf(SERVICE.userNo)).length).toBeGreaterThan(15);
  const { from, to } = await movedByKeys(page, row);
  await row
    .getByRole('button', { name: new RegExp(`on ${to}`) })
    .first()
    .waitFor();
  await expect.poll(async () => (await shiftsOf(SERVICE.userNo)).map(({ day }) => day)).toContain(to);
  expect((await shiftsOf(SERVICE.userNo)).map(({ day }) => day)).not.toContain(from);

  await page.getByRole('button', { name: 'Publish' }).click();
  const publish = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await publish.getByRole('button', { name: 'Publish' }).click();
  await publish.waitFor({ state: 'detached' });
  const { page: mine } = await as({ userName: 'service', path: `${MINE}?view=MONTH&date=${month}` });
  await mine
    .getByText(/· Scheduled/)
    .first()
    .waitFor();
  const feed = await mine.getByRole('link', { name: 'Private calendar feed' }).getAttribute('href');
  // As a phone reads it: without a session.
  const calendar = await (await fetch(url + (feed ?? ''))).text();
  expect(calendar).toContain('BEGIN:VEVENT');
  expect(calendar).toContain(to.replaceAll('-', ''));
  expect(faults()).toEqual([]);
});

it('two colleagues swap shifts once the other agreed and a lead approved', async () => {
  // Both work on their own day and are free on the other's, in one week.
  const pair = await withDatabase(async (db) => {
    const { rows } = await sql<{ own: string; other: string }>`
      select to_char(a.work_date, 'YYYY-MM-DD') as own, to_char(b.work_date, 'YYYY-MM-DD') as other
      from work_shift a join work_shift b on b.user_no = ${COLLEAGUE.userNo} and b.shift_status = 'PUBLISHED'
        and date_trunc('week', b.work_date) = date_trunc('week', a.work_date)
      where a.user_no = ${SERVICE.userNo} and a.shift_status = 'PUBLISHED' and a.work_date > current_date
        and not exists (select from work_shift c where c.user_no = ${COLLEAGUE.userNo} and c.work_date = a.work_date)
        and not exists (select from work_shift c where c.user_no = ${SERVICE.userNo} and c.work_date = b.work_date)
        and b.work_date > current_date order by 1, 2 limit 1`.execute(db);
    const [one] = rows;
    if (!one) throw new Error('the demonstration has no two shifts to swap');
    return one;
  });
  const { page } = await as({ userName: 'service', path: `${MINE}?tab=requests` });
  await page.getByRole('button', { name: 'New request' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByText('Swap', { exact: true }).click();
  const days = form.locator('input[type=date]');
  await days.first().fill(pair.own);
  await form.getByRole('combobox').selectOption({ label: COLLEAGUE.realName });
  await days.nth(1).fill(pair.other);
  await form.getByLabel('Reason').fill('A wedding');
  await form.getByRole('button', { name: 'Submit for approval' }).click();
  await form.waitFor({ state: 'detached' });

  const name = `${SERVICE.realName}, ${shownDay(pair.own)}`;
  const decided = async (userName: string, action: 'Agree' | 'Approve') => {
    const { page: other } = await as({ userName, path: `${MINE}?tab=requests` });
    await other.getByRole('button', { name: `${action}: ${name}` }).click();
    const question = other.getByRole('alertdialog');
    await question.getByRole('button', { name: action }).click();
    await question.waitFor({ state: 'detached' });
  };
  await decided('salma.athman', 'Agree');
  await decided('admin', 'Approve');
  const workersOf = async (day: string) =>
    await withDatabase(async (db) => {
      const { rows } = await sql<{ userNo: string }>`
        select user_no from work_shift where work_date = ${day} and shift_status = 'PUBLISHED'
          and user_no = any(${[SERVICE.userNo, COLLEAGUE.userNo]})`.execute(db);
      return rows.map(({ userNo }) => userNo);
    });
  expect(await workersOf(pair.own)).toEqual([COLLEAGUE.userNo]);
  expect(await workersOf(pair.other)).toEqual([SERVICE.userNo]);
  await page.goto(`${url}${MINE}?view=DAY&date=${pair.other}`);
  await page
    .getByText(/· Scheduled/)
    .first()
    .waitFor();
  expect(faults()).toEqual([]);
});

it('a late day is explained by the person and settled by another', async () => {
  // As the hourly search finds it: on the last shift that has none yet.
  const day = await withDatabase(async (db) => {
    const { rows } = await sql<{ day: string }>`
      insert into abnormal_day (user_no, dept_no, work_date, shift_id, abnormal_type, measured_minutes,
        threshold_minutes, threshold_no)
      select s.user_no, ${DEPT}, s.work_date, s.shift_id, 'LATE', 31, 10,
        (select threshold_no from attendance_threshold limit 1)
      from work_shift s where s.user_no = ${SERVICE.userNo} and s.shift_status = 'PUBLISHED'
        and s.work_date between ${addDays(today, -6)} and ${addDays(today, -1)} and not exists (select from abnormal_day a
          where a.user_no = s.user_no and a.work_date = s.work_date and a.abnormal_type = 'LATE')
      order by s.work_date desc limit 1 returning to_char(work_date, 'YYYY-MM-DD') as day`.execute(db);
    const [one] = rows;
    if (!one) throw new Error('each shift of the week has a late day');
    return one.day;
  });
  const name = `${SERVICE.realName}, ${shownDay(day)}`;
  const { page } = await as({ userName: 'service', path: `${MINE}?tab=days` });
  await page.getByRole('button', { name: `Explain: ${name}` }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Explanation').fill('The matatu broke down on Thika Road');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });

  const { page: lead } = await as({ userName: 'admin', path: `${FOLDER}/ScheduleAbnormalThreshold?tab=days` });
  await lead.getByRole('button', { name: `Resolve: ${name}` }).click();
  const decision = lead.getByRole('dialog');
  await decision.getByText(/The matatu broke down on Thika Road/).waitFor();
  await decision.getByText('Excuse', { exact: true }).click();
  await decision.getByLabel('Reason').fill('Known to the group');
  await decision.getByRole('button', { name: 'Resolve' }).click();
  await decision.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('row').filter({ hasText: 'The matatu broke down' }).getByText('Excused').waitFor();
  expect(faults()).toEqual([]);
});
