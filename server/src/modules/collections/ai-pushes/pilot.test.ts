import { aiPushTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endOfWork } from './finish.ts';
import { MORNING, minutes, type PushDesk, pushDesk } from './testing/push-desk.ts';

let app: PushDesk['app'];
let maker: PushDesk['maker'];
let elsewhere: PushDesk['elsewhere'];
let planNo: PushDesk['planNo'];
let groupOf: PushDesk['groupOf'];
let create: PushDesk['create'];
let approved: PushDesk['approved'];
let run: PushDesk['run'];
let one: PushDesk['one'];
let recordsOf: PushDesk['recordsOf'];
beforeAll(async () => {
  ({ app, maker, elsewhere, planNo, groupOf, create, approved, run, one, recordsOf } = await pushDesk());
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('says when the people who wait would have been contacted, within contact hours', async () => {
  const hours = { opens: '08:00', closes: '19:00' };
  const at = (time: string) => new Date(`2026-12-01T${time}:00+03:00`);
  expect(endOfWork(at('09:00'), 3_600, hours)).toEqual(at('10:00'));
  expect(endOfWork(at('05:00'), 3_600, hours)).toEqual(at('09:00'));
  // What is left at 19:00 goes on in the morning.
  expect(endOfWork(at('18:30'), 3_600, hours)).toEqual(new Date('2026-12-02T08:30:00+03:00'));
  const { userGroupNo } = await groupOf(3);
  const taskNo = (await create(userGroupNo, { concurrency: 1 })).data.taskNo;
  const { expectedEndAt, row } = await one(taskNo);
  // Three calls one after the other.
  expect(Date.parse(expectedEndAt) - Date.parse(row.scheduledAt)).toBeGreaterThanOrEqual(3 * 30_000);
});

it('speaks the script of an enabled plan of the merchant, and waits while it is disabled', async () => {
  const { userGroupNo } = await groupOf(2);
  const { db } = app.database;
  expect((await maker.get(aiPushTask.plans)).data.map((one) => one.planNo)).toContain(planNo);
  expect((await elsewhere.get(aiPushTask.plans)).data.map((one) => one.planNo)).not.toContain(planNo);
  const set = async (planStatus: 'ENABLED' | 'PAUSED') =>
    await db.updateTable('robotPlan').set({ planStatus }).where('planNo', '=', planNo).execute();
  await set('PAUSED');
  expect((await create(userGroupNo)).data).toMatchObject({
    error: 'AI_PUSH_PLAN_NOT_ENABLED',
    fields: [{ field: 'planNo' }],
  });
  await set('ENABLED');
  const taskNo = await approved(userGroupNo);
  await set('PAUSED');
  expect((await maker.post(aiPushTask.start, { taskNo })).data.error).toBe('AI_PUSH_PLAN_NOT_ENABLED');
  await run(MORNING);
  expect((await one(taskNo)).row).toMatchObject({
    status: 'RUNNING',
    fault: 'PLAN_DISABLED',
    sent: 0,
    pushContent: 'Renewals',
  });
  await set('ENABLED');
  await run(minutes(1));
  expect((await one(taskNo)).row).toMatchObject({ fault: null, sent: 2 });
  const { rows } = await sql<{ payload: { scriptCode: string; language: string } }>`select d.payload
    from contact_dispatch d join ai_push_record r on r.attempt_id = d.attempt_id where r.task_no = ${taskNo}`.execute(
    db,
  );
  expect(rows[0]?.payload).toMatchObject({ scriptCode: 'RENEWAL', language: 'en' });
});

it('tries itself on 100 people, and goes on to the rest at somebody’s word alone', async () => {
  const { userGroupNo } = await groupOf(103);
  const taskNo = await approved(userGroupNo, { isPilot: true });
  expect(await run(MORNING)).toBe(100);
  expect(await run(minutes(1))).toBe(0);
  const waiting = (await one(taskNo)).row;
  expect(waiting).toMatchObject({ status: 'RUNNING', fault: 'PILOT_DONE', sent: 100, pilotPeople: 100 });
  expect(waiting.allowedActions).toContain('proceed');
  // By chance, not the oldest customers first.
  const pending = (await recordsOf(taskNo)).filter(({ outcome }) => outcome === 'PENDING');
  expect(pending).toHaveLength(3);
  expect((await maker.post(aiPushTask.proceed, { taskNo })).data).toMatchObject({ taskNo, status: 'RUNNING' });
  expect((await maker.post(aiPushTask.proceed, { taskNo })).data.error).toBe('ILLEGAL_TRANSITION');
  expect(await run(minutes(2))).toBe(3);
  expect((await one(taskNo)).row).toMatchObject({ fault: null, sent: 103, pilotPeople: null });
});
