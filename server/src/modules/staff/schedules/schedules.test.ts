import { job, mySchedule, schedulePlan, scheduling } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let stop: () => Promise<void>;
let planner: Person;
let one: Person;
let other: Person;
const nos: Record<string, string> = {};
let deptNo: string;
const today = businessDateOf(new Date());
// A Monday a fortnight ahead, so that weeks are whole.
const monday = addDays(today, 15 - new Date(`${today}T12:00:00Z`).getUTCDay());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  stop = await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });
  const { db } = app.database;
  ({ deptNo } = await db
    .insertInto('department')
    .values({ deptName: 'Night desk', parentDeptNo: null })
    .returning('deptNo')
    .executeTakeFirstOrThrow());
  const add = async (name: string, pages: readonly string[], codes: readonly string[]) => {
    const { userNo } = await addPerson(app.database, name, { pages, codes });
    nos[name] = userNo;
    await db.updateTable('appUser').set({ deptNo, employeeCategory: 'OLD' }).where('userNo', '=', userNo).execute();
    await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
    return await as(app, name);
  };
  planner = await add(
    'shift.planner',
    [scheduling.SCHEDULE_PAGE, schedulePlan.SCHEDULE_PLAN_PAGE, mySchedule.MY_SCHEDULE_PAGE],
    [
      ...['save', 'update', 'drag', 'auto'].map((action) => `schedule:shift:${action}`),
      'schedule:plan:save',
      'schedule:change:approve',
      'schedule:change:apply',
    ],
  );
  one = await add('shift.one', [mySchedule.MY_SCHEDULE_PAGE], ['schedule:change:apply']);
  other = await add('shift.other', [mySchedule.MY_SCHEDULE_PAGE], ['schedule:change:apply']);
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const shift = (name: string, date: string, from = '08', to = '17') => ({
  userNo: nos[name] ?? '',
  shiftType: 'D',
  breakMinutes: 60,
  remark: null,
  startAt: `${date}T${from}:00:00+03:00`,
  endAt: `${date}T${to}:00:00+03:00`,
});
const plan = () => ({
  planName: 'Night desk',
  deptNos: [deptNo],
  maxConsecutiveDays: 5,
  weeklyAttendanceDays: 5,
  dailyAttendanceRates: [60, 60, 60, 60, 60, 30, 30],
  shiftShares: [],
  newStaffWithOldStaff: false,
  maxWeeklyNights: 6,
  holidayRate: null,
  covers: [],
  effectiveFrom: today,
});
const isOnShift = async (name: string, at: string) => {
  const { rows } = await sql<{ is: boolean }>`select is_on_shift(${nos[name]}, ${at}) as is`.execute(app.database.db);
  return rows[0]?.is;
};

it('saves, publishes and shows a shift; allocation follows it', async () => {
  const made = await planner.call(scheduling.save, shift('shift.one', monday));
  expect((await one.call(mySchedule.calendar, { view: 'DAY', date: monday })).shifts).toEqual([]);
  expect(await isOnShift('shift.one', `${monday}T20:00:00+03:00`)).toBe(true);
  expect(await planner.call(scheduling.publish, { deptNo, from: monday, to: monday })).toEqual({ published: 1 });
  const { shifts } = await one.call(mySchedule.calendar, { view: 'DAY', date: monday });
  expect(shifts).toMatchObject([{ shiftId: made.shiftId, shiftStatus: 'PUBLISHED', attendanceStatus: 'SCHEDULED' }]);
  expect(await isOnShift('shift.one', `${monday}T09:00:00+03:00`)).toBe(true);
  expect(await isOnShift('shift.one', `${monday}T20:00:00+03:00`)).toBe(false);
});

it('a shift that ends after midnight leaves nobody on shift for the rest of that day', async () => {
  const evening = addDays(monday, 30);
  const next = addDays(evening, 1);
  const at = { startsAt: new Date(`${evening}T20:00:00+03:00`), endsAt: new Date(`${next}T02:00:00+03:00`) };
  const userNo = nos['shift.other'] ?? '';
  await app.database.db
    .insertInto('personnelShift')
    .values({ userNo, ...at })
    .execute();
  expect(await isOnShift('shift.other', `${next}T01:00:00+03:00`)).toBe(true);
  expect(await isOnShift('shift.other', `${next}T09:00:00+03:00`)).toBe(false);
  // Nothing is planned for the day after: nobody is kept from work by a plan that does not exist.
  expect(await isOnShift('shift.other', `${addDays(next, 1)}T09:00:00+03:00`)).toBe(true);
});

it('says who changed a shift, and what was assigned to the person during it', async () => {
  const { db } = app.database;
  const day = addDays(monday, 8);
  const makers = { maker: nos['shift.planner'] ?? '', checker: nos['shift.one'] ?? '' };
  const { shiftId, version } = await planner.call(scheduling.save, shift('shift.other', day));
  const { userNo: _nobody, ...later } = shift('shift.other', day, '09', '18');
  await planner.call(scheduling.update, { ...later, shiftId, version, isLocked: false });
  const { orderNo } = await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, ...makers });
  await sql`insert into collection_case (case_scope, order_no, merchant_no, customer_no, case_level, collection_level,
      oldest_due_on, due_at_entry_cents, levelled_on)
    select 'ORDER', order_no, merchant_no, customer_no, 'S1', 'S1', ${today}::date, 100000, ${today}::date
    from loan_order where order_no = ${orderNo}`.execute(db);
  const at = (hour: string) => `${day}T${hour}:00:00+03:00`;
  for (const hour of ['08', '10', '17', '19']) {
    await sql`insert into case_assignment (case_no, user_no, cause, case_level, assigned_at, ended_at, end_cause)
      select case_no, ${nos['shift.other']}, 'DISTRIBUTED', 'S1', ${at(hour)}::timestamptz, ${at(hour)}::timestamptz, 'RECALLED'
      from collection_case where order_no = ${orderNo}`.execute(db);
  }
  const { history, work } = await planner.call(scheduling.log, { shiftId });
  expect(history.map(({ action }) => action)).toEqual(expect.arrayContaining(['scheduling.save', 'scheduling.update']));
  expect(work).toEqual({ orders: 0, cases: 2, listEntries: 0 });
  const { version: newest } = await planner.call(scheduling.detail, { shiftId });
  await planner.call(scheduling.cancel, { shiftId, version: newest });
});

it('tells people of a published shift that was changed, moved to somebody else or cancelled', async () => {
  const { db } = app.database;
  const day = addDays(monday, 9);
  for (const name of ['shift.one', 'shift.other']) {
    await db
      .updateTable('appUser')
      .set({ email: `${name}@kituo.example` })
      .where('userNo', '=', nos[name] ?? '')
      .execute();
  }
  const made = await planner.call(scheduling.save, shift('shift.one', day));
  const { userNo: _nobody, ...later } = shift('shift.one', day, '09', '18');
  const draft = await planner.call(scheduling.update, { ...later, ...made, isLocked: false });
  await planner.call(scheduling.publish, { deptNo, from: day, to: day });
  const published = await planner.call(scheduling.detail, { shiftId: draft.shiftId });
  const told = async () =>
    (
      await db
        .selectFrom('message')
        .select(['userNo', 'body'])
        .where('kind', '=', 'shift.changed')
        .where('userNo', 'in', [nos['shift.one'] ?? '', nos['shift.other'] ?? ''])
        .orderBy('messageNo')
        .execute()
    ).map(({ userNo, body }) => [userNo, body]);
  // A draft is nobody's yet, and a shift that was only locked is the same.
  const locked = await planner.call(scheduling.update, {
    ...later,
    shiftId: draft.shiftId,
    version: published.version,
    isLocked: true,
  });
  expect(await told()).toEqual([]);
  const { userNo: _none, ...early } = shift('shift.one', day, '07', '15');
  const changed = await planner.call(scheduling.update, { ...early, ...locked, isLocked: false });
  const moved = await planner.call(scheduling.drag, {
    ...changed,
    userNo: nos['shift.other'] ?? '',
    workDate: day,
    isCopy: false,
    overrideReason: 'Swapped at their wish',
  });
  await planner.call(scheduling.cancel, moved);
  expect(await told()).toEqual([
    [nos['shift.one'], expect.stringMatching(/Before: D, .+, 09:00–18:00\. Now: D, .+, 07:00–15:00\./)],
    [nos['shift.one'], expect.stringMatching(/Before: D, .+, 07:00–15:00\. Now: no shift\./)],
    [nos['shift.other'], expect.stringMatching(/Before: no shift\. Now: D, .+, 07:00–15:00\./)],
    [nos['shift.other'], expect.stringMatching(/Before: D, .+, 07:00–15:00\. Now: no shift\./)],
  ]);
});

it('marks leave of somebody else, which cancels the day and keeps it free', async () => {
  const day = addDays(monday, 10);
  const made = await planner.call(scheduling.save, shift('shift.other', day));
  const leave = { userNo: nos['shift.other'] ?? '', leaveDate: day, reason: 'Called in sick' };
  const own = { ...leave, userNo: nos['shift.planner'] ?? '' };
  expect((await planner.refusalOf(scheduling.markLeave, own)).error).toBe('SCHEDULE_CHANGE_OWN');
  const past = { ...leave, leaveDate: addDays(today, -1) };
  expect(await planner.refusalOf(scheduling.markLeave, past)).toMatchObject({
    error: 'SHIFT_PAST',
    fields: ['leaveDate'],
  });
  await planner.call(scheduling.markLeave, leave);
  expect((await planner.call(scheduling.detail, { shiftId: made.shiftId })).shiftStatus).toBe('CANCELLED');
  expect((await planner.refusalOf(scheduling.save, shift('shift.other', day))).error).toBe('SHIFT_ON_LEAVE');
  expect((await planner.refusalOf(scheduling.markLeave, leave)).error).toBe('CHANGE_OVERLAP');
  const { rows } = await other.call(mySchedule.page, {
    filters: { changeType: 'LEAVE' },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  expect(rows).toMatchObject([{ shiftDate: day, changeStatus: 'APPROVED', reason: 'Called in sick' }]);
});

it('refuses by name of the rule', async () => {
  const refused = async (request: object) => (await planner.refusalOf(scheduling.save, request)).error;
  expect(await refused(shift('shift.one', monday, '10', '12'))).toBe('SHIFT_OVERLAP');
  expect(await refused(shift('shift.one', addDays(monday, 1), '01', '05'))).toBe('SHIFT_REST_SHORT');
  expect(await refused(shift('shift.one', addDays(today, -1)))).toBe('SHIFT_PAST');
  expect(await refused(shift('shift.one', addDays(monday, 1), '06', '19'))).toBe('SHIFT_HOURS');
});

it('asks for a reason where the plan is broken, and refuses the seventh day altogether', async () => {
  await planner.call(schedulePlan.save, plan());
  expect((await planner.refusalOf(schedulePlan.save, plan())).error).toBe('PLAN_EXISTS');
  const impossible = { ...plan(), dailyAttendanceRates: [100, 100, 100, 100, 100, 100, 100] };
  expect((await planner.refusalOf(schedulePlan.save, impossible)).error).toBe('PLAN_IMPOSSIBLE');
  for (const index of [1, 2, 3, 4]) await planner.call(scheduling.save, shift('shift.one', addDays(monday, index)));
  const sixth = shift('shift.one', addDays(monday, 5));
  expect((await planner.refusalOf(scheduling.save, sixth)).error).toBe('SHIFT_OVERRIDE_NEEDED');
  await planner.call(scheduling.save, { ...sixth, overrideReason: 'Audit week' });
  const seventh = { ...shift('shift.one', addDays(monday, 6)), overrideReason: 'More' };
  expect((await planner.refusalOf(scheduling.save, seventh)).error).toBe('SHIFT_SEVENTH_DAY');
});

it('asks for languages, kinds of work and nights as the plan says', async () => {
  const { db } = app.database;
  const userNo = nos['shift.one'] ?? '';
  await db
    .insertInto('personnel')
    .values({ personnelKind: 'SERVICE', userNo, languages: ['sw'] })
    .execute();
  const found = async (filters: object) =>
    (await planner.call(schedulePlan.page, listOf(filters))).rows.find(({ planName }) => planName === 'Night desk');
  const before = await found({ staffType: 'SERVICE', effectiveFrom: { from: today, to: today } });
  expect(await found({ staffType: 'AUDITOR' })).toBeUndefined();
  expect(await found({ effectiveFrom: { from: addDays(today, 1) } })).toBeUndefined();
  const speaks = { shiftType: null, language: 'sw', staffType: null, people: 1 };
  const works = { shiftType: 'D', language: null, staffType: 'SERVICE', people: 2 } as const;
  const next = { ...plan(), maxWeeklyNights: 0, covers: [speaks, works] };
  const of = { planNo: before?.planNo, version: before?.version };
  const unknown = { ...next, ...of, covers: [{ ...speaks, shiftType: 'ZZ' }] };
  expect((await planner.refusalOf(schedulePlan.save, unknown)).error).toBe('REFERENCE_UNKNOWN');
  await planner.call(schedulePlan.save, { ...next, ...of });
  const { footer } = await planner.call(scheduling.calendar, { view: 'WEEK', date: monday, deptNos: [deptNo] });
  // Who speaks the language works from Monday to Saturday.
  expect(footer.map(({ violations }) => violations.includes('LANGUAGE_COVER'))).toEqual([
    ...Array.from({ length: 6 }, () => false),
    true,
  ]);
  expect(footer[0]?.violations).toContain('SKILL_COVER');
  const night = { ...shift('shift.other', addDays(monday, 14), '20'), endAt: `${addDays(monday, 15)}T04:00:00+03:00` };
  expect((await planner.refusalOf(scheduling.save, night)).error).toBe('SHIFT_OVERRIDE_NEEDED');
  await planner.call(schedulePlan.save, { ...plan(), ...of, version: (of.version ?? 0) + 1 });
  await planner.call(scheduling.save, { ...night, endAt: `${addDays(monday, 15)}T04:00:00+03:00` });
});

it('moves and copies by the version that was seen', async () => {
  const made = await planner.call(scheduling.save, shift('shift.other', addDays(monday, 1)));
  const to = { userNo: nos['shift.other'] ?? '', workDate: addDays(monday, 2), isCopy: false };
  const moved = await planner.call(scheduling.drag, { ...made, ...to });
  expect((await planner.refusalOf(scheduling.drag, { ...made, ...to })).error).toBe('STALE');
  const copied = await planner.call(scheduling.drag, { ...moved, ...to, workDate: addDays(monday, 3), isCopy: true });
  expect(copied.shiftId).not.toBe(made.shiftId);
  const { people } = await planner.call(scheduling.calendar, { view: 'WEEK', date: monday, deptNos: [deptNo] });
  expect(people.find(({ userNo }) => userNo === nos['shift.other'])?.weekTotal).toBe(2);
  await planner.call(scheduling.cancel, copied);
});

it('schedules automatically what its preview showed', async () => {
  const range = { deptNo, from: addDays(monday, 7), to: addDays(monday, 13), keepExisting: true };
  const { jobNo } = await planner.call(scheduling.autoPreview, range);
  await expect
    .poll(async () => (await planner.call(job.detail, { jobNo })).finishedAt, { timeout: 60_000 })
    .toEqual(expect.any(String));
  expect(await planner.call(job.detail, { jobNo })).toMatchObject({ total: 2, succeeded: 2 });
  const found = await planner.call(scheduling.autoFound, { jobNo });
  expect(found.gapPercent).toBeLessThanOrEqual(100);
  const stranger = await as(app, 'admin');
  expect((await stranger.refusalOf(scheduling.autoFound, { jobNo })).error).toBe('JOB_NOT_FOUND');
  expect(found.broken).toEqual([]);
  const cells = found.cells.map(({ realName: _name, ...cell }) => cell);
  expect(await planner.call(scheduling.autoApply, { ...range, cells })).toEqual({ added: cells.length, cancelled: 0 });
  // Planned again, drafts that nothing speaks against stay as they are.
  const again = { ...range, keepExisting: false };
  const second = await planner.call(scheduling.autoPreview, again);
  await expect
    .poll(async () => (await planner.call(job.detail, second)).finishedAt, { timeout: 60_000 })
    .toEqual(expect.any(String));
  const proposal = await planner.call(scheduling.autoFound, second);
  expect(proposal).toMatchObject({ kept: cells.length, cancelled: 0, differences: [], fits: [] });
  const same = proposal.cells.map(({ realName: _name, ...cell }) => cell);
  expect(await planner.call(scheduling.autoApply, { ...again, cells: same })).toEqual({ added: 0, cancelled: 0 });
  const [first, ...rest] = same;
  const fewer = await planner.call(scheduling.autoApply, { ...again, cells: rest });
  expect([first !== undefined, fewer]).toEqual([true, { added: 0, cancelled: 1 }]);
});

it('swaps with consent, and grants leave; nobody decides their own', async () => {
  await planner.call(scheduling.save, shift('shift.other', monday, '12', '20'));
  await planner.call(scheduling.publish, { deptNo, from: monday, to: addDays(monday, 13) });
  const swap = {
    changeType: 'SWAP' as const,
    shiftDate: monday,
    withUserNo: nos['shift.other'] ?? '',
    withShiftDate: addDays(monday, 2),
    reason: 'Family',
    voucherId: null,
  };
  // The colleague's day is one on which the person works already.
  expect((await one.refusalOf(mySchedule.apply, swap)).error).toBe('SHIFT_OVERLAP');
  const leave = {
    changeType: 'LEAVE' as const,
    shiftDate: addDays(monday, 2),
    withUserNo: null,
    withShiftDate: null,
    reason: 'Family',
    voucherId: null,
  };
  const { scheduleChangeNo } = await one.call(mySchedule.apply, leave);
  expect((await one.refusalOf(mySchedule.apply, leave)).error).toBe('CHANGE_OVERLAP');
  const decide = { scheduleChangeNo, version: 1 };
  expect((await one.refusalOf(mySchedule.approve, decide)).error).toBe('FORBIDDEN');
  expect(await planner.call(mySchedule.approve, decide)).toMatchObject({ changeStatus: 'APPROVED' });
  const asked = await one.call(mySchedule.apply, { ...swap, withShiftDate: monday });
  const swapped = { scheduleChangeNo: asked.scheduleChangeNo, version: 1 };
  expect((await planner.refusalOf(mySchedule.approve, swapped)).error).toBe('CHANGE_NOT_AGREED');
  await other.call(mySchedule.agree, swapped);
  await planner.call(mySchedule.approve, { ...swapped, version: 2 });
  const { shifts } = await other.call(mySchedule.calendar, { view: 'DAY', date: monday });
  expect(shifts).toHaveLength(1);
  expect(await isOnShift('shift.other', `${monday}T09:00:00+03:00`)).toBe(true);
  expect(await isOnShift('shift.one', `${monday}T09:00:00+03:00`)).toBe(false);
  const { data } = await one.post(mySchedule.page, listOf());
  expect(data.rows).toMatchObject([{ changeStatus: 'APPROVED' }, { changeStatus: 'APPROVED' }]);
});

it('offers a private feed that nobody else guesses', async () => {
  const { feedPath } = await one.call(mySchedule.summary, {});
  const feed = await app.http.inject({ url: `/api/hc/web/${feedPath}` });
  expect(feed.body).toContain('BEGIN:VCALENDAR');
  const guessed = await app.http.inject({ url: `/api/hc/web/${feedPath.slice(0, -4)}0000` });
  expect(guessed.statusCode).toBe(404);
});

it('names everybody of the caller’s merchants by department, to choose several of', async () => {
  const groups = await planner.call(scheduling.people, {});
  const desk = groups.find(({ deptName }) => deptName === 'Night desk');
  expect(desk?.people.map(({ userNo }) => userNo).toSorted()).toEqual(Object.values(nos).toSorted());
  const two = [nos['shift.one'] ?? '', nos['shift.other'] ?? ''];
  const shown = await planner.call(scheduling.calendar, { view: 'WEEK', date: monday, userNos: two });
  expect(shown.people.map(({ userNo }) => userNo).toSorted()).toEqual(two.toSorted());
});
