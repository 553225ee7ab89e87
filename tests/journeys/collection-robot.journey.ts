import { aiAllocation, config } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { businessDateOf } from '../../server/src/modules/platform/policy/index.ts';
import { callAs, tokenOf } from '../e2e/support/staff.ts';
import { journey } from './journey.ts';
import {
  assignedCase,
  COLLECTOR,
  look,
  PRINCIPAL,
  rowOf,
  SYSTEMS,
  type System,
  workAtAnyHour,
} from './support/collection.ts';

const { url, as, faults, withDatabase } = journey();
const BOTH: readonly System[] = ['ORDER', 'BILL'];
beforeAll(async () => {
  await withDatabase(workAtAnyHour);
  await peopleHaveRoom();
  await configured();
});

/** A collector of the demonstration who is an AI employee here. */
const robot = { userNo: 'U000028', realName: 'Kimani Ngugi' } as const;
const PEOPLE = 4;

/** Somebody has room for more, whatever the hour: shifts of today would end the hand-over at night. */
async function peopleHaveRoom(): Promise<void> {
  await withDatabase(async (db) => {
    const today = businessDateOf(new Date());
    await sql`delete from work_shift where work_date = ${today}
      and user_no in (select user_no from personnel where personnel_kind = 'COLLECTOR')`.execute(db);
    await sql`update personnel set join_auto_allot = true, first_loan_whitelist = true, daily_cap = 500
      where personnel_kind = 'COLLECTOR' and user_no = ${COLLECTOR.userNo}`.execute(db);
  });
}

/** Two people agree that the AI employee hands back who is willing. */
async function configured(): Promise<void> {
  await withDatabase(
    async (db) => await sql`update personnel set is_ai_employee = true where user_no = ${robot.userNo}`.execute(db),
  );
  const [maker, checker] = [await tokenOf(url, PRINCIPAL.userName), await tokenOf(url, 'admin')];
  const value = {
    ruleName: 'Robot first',
    aiEmployeeUserNo: robot.userNo,
    caseScopes: ['ORDER' as const, 'BILL' as const],
    caseLevels: ['S5' as const],
    aiSharePercent: 1,
    dailyCap: 1,
    minDueCents: null,
    maxDueCents: null,
    maxAttempts: 3,
    handBackOn: ['WILLING' as const],
  };
  const effectiveFrom = businessDateOf(new Date());
  const asked = { merchantNo: 'M0001', value, effectiveFrom, reason: 'Those who are willing talk to a person' };
  const { ruleId } = await callAs(url, maker, aiAllocation.save, asked);
  const filters = { configKey: 'collection.aiAllocation', subjectNo: `M0001_${ruleId}` };
  const { rows } = await callAs(url, checker, config.page, { filters, page: 1, pageSize: 20, sort: null });
  const pending = rows.find(({ versionStatus }) => versionStatus === 'PENDING');
  if (pending === undefined) throw new Error('the configuration awaits approval');
  await callAs(url, checker, config.approve, { versionId: pending.versionId, version: pending.version });
}

/** A report that the robot's vendor never sent. @returns the status of the answer */
async function forge(of: { readonly taskNo: string; readonly attemptId: number } | undefined): Promise<number> {
  const report = {
    taskNo: of?.taskNo,
    callNo: String(of?.attemptId),
    outcome: 'ANSWERED',
    willingness: 'WILLING',
    seconds: 40,
    endedAt: new Date().toISOString(),
  };
  const { status } = await fetch(`${url}/gateway/guessed-secret/robot/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  });
  return status;
}

/** Who has a case, where that is no robot; its previous collector stays in the list beside them. */
async function personOf(caseNo: string): Promise<string | null> {
  return await withDatabase(async (db) => {
    const { rows } = await sql<{ realName: string }>`select u.real_name from collection_case c
      join app_user u on u.user_no = c.collector_user_no
      where c.case_no = ${caseNo} and c.collector_user_no <> ${robot.userNo}`.execute(db);
    return rows[0]?.realName ?? null;
  });
}

it.each(BOTH)('a robot run hands those who are willing over to people: %s', async (system) => {
  const paths = SYSTEMS[system];
  const cases = await withDatabase(async (db) => {
    const made: string[] = [];
    // Numbers of calls follow one another, and the sandbox's robot hears a willing one at least in every four.
    for (let index = 0; index < PEOPLE; index += 1) {
      made.push((await assignedCase(db, system, { dpd: 3, instalments: 1, collectorNo: robot.userNo })).caseNo);
    }
    return made;
  });
  const { page } = await as({ userName: PRINCIPAL.userName, path: paths.robots });
  const taskName = `Willing ${cases[0] ?? ''}`;
  await page.getByRole('button', { name: 'New task' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Task', { exact: true }).fill(taskName);
  await form.getByText('By number').click();
  await form.getByRole('textbox', { name: /^Case/ }).fill(cases.join('\n'));
  await form.getByLabel('Script').fill('OVERDUE');
  await form.getByLabel('From', { exact: true }).fill('00:00');
  await form.getByLabel('Until', { exact: true }).fill('23:59');
  await form.getByLabel('Calls per person').fill('1');
  await form.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, taskName).getByText('Queued').waitFor();
  // Its hour comes.
  await withDatabase(
    async (db) => await sql`update robot_task set start_at = now() where task_name = ${taskName}`.execute(db),
  );
  await rowOf(page, taskName).getByText('Done').waitFor({ timeout: 120_000 });
  await rowOf(page, taskName).getByText(taskName).click();
  const details = page.getByRole('dialog');
  await details.getByText('Willing', { exact: true }).last().waitFor();
  await look(page, `robot-done-${system}`);

  const calls = await withDatabase(async (db) => {
    const { rows } = await sql<{ caseNo: string; taskNo: string; attemptId: number; willingness: string | null }>`
      select i.case_no, i.task_no, i.attempt_id, i.willingness from robot_task_item i
      join robot_task t on t.task_no = i.task_no where t.task_name = ${taskName}`.execute(db);
    return rows;
  });
  const willing = calls.flatMap(({ caseNo, willingness }) => (willingness === 'WILLING' ? [caseNo] : []));
  const unwilling = calls.find(({ willingness }) => willingness !== 'WILLING');
  expect(willing.length).toBeGreaterThan(0);
  // Whoever does not know the address's secret part makes nobody willing.
  expect(await forge(unwilling)).toBe(403);
  for (const caseNo of willing) {
    await page.goto(new URL(`${paths.allocation}?caseNo=${caseNo}`, page.url()).href);
    const row = rowOf(page, caseNo);
    await row.getByText('Collecting').waitFor();
    // The desk's rules give it to a person at the robot's next turn, and the list follows without a reload.
    await expect.poll(() => personOf(caseNo), { timeout: 120_000 }).not.toBeNull();
    await row.getByText((await personOf(caseNo)) ?? '').waitFor();
  }
  await page
    .getByRole('row')
    .filter({ hasText: willing.at(-1) ?? '' })
    .getByText(willing.at(-1) ?? '')
    .first()
    .click();
  await page.getByRole('tab', { name: /^Assignments/ }).click();
  await page
    .getByRole('tabpanel')
    .getByText(/reassigned/)
    .waitFor();
  await look(page, `robot-handed-over-${system}`);
  const left = cases.filter((caseNo) => !willing.includes(caseNo));
  const stayed = await withDatabase(async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from collection_case
      where case_no = any(${left}::text[]) and collector_user_no = ${robot.userNo}`.execute(db);
    return rows[0]?.count;
  });
  expect(stayed).toBe(left.length);
  // What the vendor told is listed; what was forged is not.
  const told = String(unwilling?.attemptId);
  await page.goto(new URL(`/AdminContent/CollectionSystem/NineFourAiCallBack?vendorCallId=${told}`, page.url()).href);
  await page
    .getByRole('row')
    .filter({ hasText: unwilling?.caseNo ?? '' })
    .getByText('Processed')
    .waitFor();
  expect(
    await page
      .getByRole('row')
      .filter({ hasText: unwilling?.caseNo ?? '' })
      .count(),
  ).toBe(1);
  await look(page, `robot-told-${system}`);
  expect(faults()).toEqual([]);
});
