import { abnormalDay, attendanceThreshold, mySchedule } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../../testing/test-calls.ts';
import { createLogger, noteUp } from '../../../platform/health/index.ts';
import { runJob } from '../../../platform/jobs/testing/run-job.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { findAbnormalDays } from '../index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let stranger: Person;
let late: Person;
let deptNo: string;
let roleNo: string;
const nos: Record<string, string> = {};
const today = businessDateOf(new Date());
const day = addDays(today, -1);
const at = (time: string, date = day) => new Date(`${date}T${time}:00+03:00`);
const CODES = ['threshold:save', 'threshold:approve', 'abnormal:resolve', 'abnormal:explain', 'change:approve'];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  // What the demonstration has of its own is not what this is about.
  await sql`update attendance_threshold set threshold_status = 'DISABLED'`.execute(db);
  ({ deptNo } = await db
    .insertInto('department')
    .values({ deptName: 'Early desk', parentDeptNo: null })
    .returning('deptNo')
    .executeTakeFirstOrThrow());
  const add = async (name: string, pages: string[], codes: string[], isHere = true) => {
    const made = await addPerson(app.database, name, { pages, codes: codes.map((code) => `schedule:${code}`) });
    nos[name] = made.userNo;
    if (isHere) await db.insertInto('userMerchant').values({ userNo: made.userNo, merchantNo: 'M0001' }).execute();
    ({ roleNo } = made);
    return await as(app, name);
  };
  const manages = [attendanceThreshold.ATTENDANCE_THRESHOLD_PAGE, mySchedule.MY_SCHEDULE_PAGE];
  maker = await add('abnormal.maker', manages, CODES);
  stranger = await add('abnormal.stranger', manages, CODES, false);
  for (const name of ['late', 'absent', 'early', 'idle', 'good', 'free']) {
    const person = await add(`abnormal.${name}`, [mySchedule.MY_SCHEDULE_PAGE], ['abnormal:explain', 'change:apply']);
    if (name === 'late') late = person;
    await db
      .updateTable('appUser')
      .set({ deptNo })
      .where('userNo', '=', nos[`abnormal.${name}`] ?? '')
      .execute();
  }
  checker = await add('abnormal.checker', manages, CODES);
  // Their sign-in of this minute is not yesterday's attendance.
  const shift = { workDate: day, shiftType: 'D', breakMinutes: 60, updatedBy: 'U000001' };
  const worked = async (name: string, from: string | null, to = '17:00', acts: readonly string[] = []) => {
    const userNo = nos[`abnormal.${name}`] ?? '';
    await db
      .insertInto('workShift')
      .values({ ...shift, userNo, startsAt: at('08:00'), endsAt: at('17:00'), shiftStatus: 'PUBLISHED' })
      .execute();
    if (from !== null) await session(userNo, at(from), at(to));
    for (const time of acts) await act(userNo, at(time));
  };
  const busy = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'];
  await worked('late', '08:30', '17:00', busy);
  await worked('absent', null);
  await worked('early', '07:55', '16:00', busy);
  await worked('idle', '08:00', '17:00', ['09:00', '10:00', '15:00', '16:00']);
  await worked('good', '08:05', '16:55', busy);
  await act(nos['abnormal.free'] ?? '', at('09:00'));
  await act(nos['abnormal.free'] ?? '', at('11:00'));
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function session(userNo: string, startedAt: Date, lastSeenAt: Date) {
  const secret = Buffer.from('none');
  await app.database.db
    .insertInto('session')
    .values({
      userNo,
      startedAt,
      lastSeenAt,
      sessionId: `${userNo} ${startedAt.toISOString()}`,
      secretHash: secret,
      cookieHash: secret,
      expiresAt: lastSeenAt,
      endedAt: lastSeenAt,
      endReason: 'SIGNED_OUT',
    })
    .execute();
}

async function act(userNo: string, happenedAt: Date) {
  await sql`insert into audit_log (happened_at, user_no, action, subject_type, subject_no)
    values (${happenedAt}, ${userNo}, 'file.open', 'file', 'none')`.execute(app.database.db);
}

const form = (changes: object = {}) => ({
  deptNos: [deptNo],
  staffType: null,
  lateMinutes: 10,
  absentMinutes: 120,
  earlyLeaveMinutes: 15,
  idleMinutes: 90,
  groupRateBelow: 90,
  notifyRoleNos: [roleNo],
  effectiveFrom: today,
  ...changes,
});
const daysOf = async (person: Person, filters: object = {}): Promise<abnormalDay.AbnormalRow[]> =>
  (await person.post(abnormalDay.page, listOf(filters))).data.rows;
const dayOf = async (name: string, person = checker) => {
  const row = (await daysOf(person)).find(({ realName }) => realName === `abnormal.${name}`);
  if (!row) throw new Error(`no day of ${name}`);
  return row;
};
const attendanceOf = async (name: string) => {
  const { rows } = await sql<{ status: string }>`select attendance_at(${nos[`abnormal.${name}`]}, ${at('08:00')},
    ${at('17:00')}, now()) as status`.execute(app.database.db);
  return rows[0]?.status;
};
const warnings = async () =>
  await app.database.db
    .selectFrom('warning')
    .select(['subject', 'warningStatus', 'roleNos'])
    .where('sourceType', '=', 'ATTENDANCE')
    .where('subject', 'like', 'Early desk%')
    .orderBy('warningNo')
    .execute();

it('refuses what is no threshold, beside its field', async () => {
  const refusal = async (changes: object) => {
    const { error, fields } = await maker.refusalOf(attendanceThreshold.save, form(changes));
    return [error, fields[0]];
  };
  expect(await refusal({ absentMinutes: 10 })).toEqual(['ABSENT_NOT_ABOVE_LATE', 'absentMinutes']);
  expect(await refusal({ effectiveFrom: day })).toEqual(['THRESHOLD_FROM_PAST', 'effectiveFrom']);
  expect(await refusal({ lateMinutes: 481 })).toEqual(['BAD_REQUEST', 'lateMinutes']);
  expect(await refusal({ idleMinutes: 1.5 })).toEqual(['BAD_REQUEST', 'idleMinutes']);
  expect(await refusal({ groupRateBelow: null })).toEqual(['BAD_REQUEST', 'groupRateBelow']);
  expect(await refusal({ deptNos: ['D9999'] })).toEqual(['REFERENCE_UNKNOWN', 'deptNos']);
  expect(await refusal({ notifyRoleNos: ['R-999'] })).toEqual(['REFERENCE_UNKNOWN', 'notifyRoleNos']);
});

it('applies once another person approved it, and then is what attendance and abnormal days follow', async () => {
  const { thresholdNo } = await maker.call(attendanceThreshold.save, form());
  expect((await maker.refusalOf(attendanceThreshold.save, form())).error).toBe('THRESHOLD_EXISTS');
  const decision = { thresholdNo, version: 1, isApproved: true };
  expect((await maker.refusalOf(attendanceThreshold.approve, decision)).error).toBe('MAKER_IS_CHECKER');
  expect(await attendanceOf('good')).toBe('DONE');
  expect(await findAbnormalDays(app.database.db, app.services)).toEqual({ found: 0 });
  expect(await checker.call(attendanceThreshold.approve, decision)).toMatchObject({ thresholdStatus: 'ENABLED' });
  // It applies from today on: what was yesterday is not judged by it.
  expect(await findAbnormalDays(app.database.db, app.services)).toEqual({ found: 0 });
  await sql`update attendance_threshold set effective_from = ${addDays(today, -5)}, late_minutes = 3
    where threshold_no = ${thresholdNo}`.execute(app.database.db);
  expect(await attendanceOf('good')).toBe('LATE');
  await sql`update attendance_threshold set late_minutes = 10 where threshold_no = ${thresholdNo}`.execute(
    app.database.db,
  );
  expect(await attendanceOf('good')).toBe('DONE');
  const simulated = await maker.call(attendanceThreshold.simulate, { thresholdNo });
  expect(simulated).toEqual({
    shifts: 5,
    people: 5,
    LATE: 1,
    EARLY_LEAVE: 1,
    ABSENT: 1,
    IDLE: 1,
    UNSCHEDULED_WORK: 1,
    groupDays: 1,
  });
  expect(await findAbnormalDays(app.database.db, app.services)).toEqual({ found: 5 });
  expect(await findAbnormalDays(app.database.db, app.services)).toEqual({ found: 0 });
  const found = (await daysOf(maker, { realName: 'abnormal' })).map((row) => [
    row.realName.slice(9),
    row.abnormalType,
    row.measuredMinutes,
    row.thresholdMinutes,
  ]);
  expect(found.toSorted()).toEqual([
    ['absent', 'ABSENT', 540, 120],
    ['early', 'EARLY_LEAVE', 60, 15],
    ['free', 'UNSCHEDULED_WORK', 120, 30],
    ['idle', 'IDLE', 240, 90],
    ['late', 'LATE', 30, 10],
  ]);
  expect(await daysOf(stranger, { realName: 'abnormal' })).toEqual([]);
});

it('warns the roles of the threshold once of the days and once of the rate, and marks the calendar', async () => {
  expect((await warnings()).map(({ subject }) => subject.replace(/ on .*?(,|$)/, '$1'))).toEqual([
    'Early desk: 5 abnormal days',
    'Early desk: attendance 80%, below 90%',
  ]);
  expect((await warnings())[0]?.roleNos).toEqual([roleNo]);
  const { shifts } = await late.call(mySchedule.calendar, { view: 'DAY', date: day });
  expect(shifts).toMatchObject([{ attendanceStatus: 'LATE', abnormalTypes: ['LATE'] }]);
});

it('is explained by the person, once, and resolved by another', async () => {
  const own = (await late.post(abnormalDay.own, listOf())).data.rows;
  expect(own).toMatchObject([{ abnormalType: 'LATE', allowedActions: ['explain'] }]);
  const { abnormalId } = own[0];
  const explained = { abnormalId, version: 1, explanation: 'The bus broke down' };
  expect((await checker.refusalOf(abnormalDay.explain, explained)).error).toBe('ABNORMAL_NOT_FOUND');
  await late.call(abnormalDay.explain, explained);
  expect((await late.refusalOf(abnormalDay.explain, explained)).error).toBe('ABNORMAL_EXPLAINED');
  expect((await late.get(abnormalDay.detail.path.replace('{abnormalId}', abnormalId))).data).toMatchObject({
    shift: { startAt: at('08:00').toISOString(), firstSeenAt: at('08:30').toISOString() },
    history: [{ action: 'abnormalDay.explain' }],
  });
  const resolved = { abnormalId, version: 2, resolution: 'CONFIRMED' as const, reason: 'Third time' };
  expect((await stranger.refusalOf(abnormalDay.resolve, resolved)).error).toBe('ABNORMAL_NOT_FOUND');
  expect((await checker.refusalOf(abnormalDay.resolve, { ...resolved, version: 1 })).error).toBe('STALE');
  expect(await checker.call(abnormalDay.resolve, resolved)).toMatchObject({ resolveStatus: 'CONFIRMED' });
  expect((await checker.refusalOf(abnormalDay.resolve, resolved)).error).toBe('ABNORMAL_RESOLVED');
  const proposed = await app.database.db
    .selectFrom('disciplineRecord')
    .select(['userNo', 'disciplineType', 'happenedOn', 'source', 'disciplineStatus'])
    .where('sourceRef', '=', abnormalId)
    .execute();
  expect(proposed).toEqual([
    {
      userNo: nos['abnormal.late'],
      disciplineType: 'LATE',
      happenedOn: day,
      source: 'SCHEDULE',
      disciplineStatus: 'PENDING',
    },
  ]);
});

it('is never resolved by the person, not in a batch either; the last one resolved ends the warning', async () => {
  await app.database.db
    .updateTable('abnormalDay')
    .set({ userNo: nos['abnormal.checker'] ?? '' })
    .where('abnormalId', '=', (await dayOf('free')).abnormalId)
    .execute();
  const open = (await daysOf(checker, { realName: 'abnormal', resolveStatus: 'OPEN' })).map((row) => row.abnormalId);
  const own = await dayOf('checker');
  const decision = { resolution: 'EXCUSED' as const, reason: 'The network was down' };
  const one = { abnormalId: own.abnormalId, version: own.version, ...decision };
  expect((await checker.refusalOf(abnormalDay.resolve, one)).error).toBe('ABNORMAL_OWN');
  const { jobNo } = await checker.call(abnormalDay.resolveMany, { abnormalIds: open, ...decision });
  await runJob({ db: app.database.db, services: app.services, log: createLogger('silent') }, jobNo);
  const left = await daysOf(checker, { realName: 'abnormal', resolveStatus: 'OPEN' });
  expect(left.map(({ abnormalId }) => abnormalId)).toEqual([own.abnormalId]);
  expect((await warnings())[0]?.warningStatus).toBe('OPEN');
  await maker.call(abnormalDay.resolve, one);
  expect((await warnings())[0]?.warningStatus).toBe('RESOLVED');
});

it('is excused by an approved correction, though it was confirmed', async () => {
  const { scheduleChangeNo } = await app.database.db
    .insertInto('scheduleChange')
    .values({
      userNo: nos['abnormal.late'] ?? '',
      changeType: 'CORRECTION',
      shiftDate: day,
      reason: 'The clock was wrong',
    })
    .returning('scheduleChangeNo')
    .executeTakeFirstOrThrow();
  await checker.call(mySchedule.approve, { scheduleChangeNo, version: 1 });
  expect(await dayOf('late')).toMatchObject({ resolveStatus: 'EXCUSED', resolveReason: 'The clock was wrong' });
  expect((await late.call(mySchedule.calendar, { view: 'DAY', date: day })).shifts).toMatchObject([
    { attendanceStatus: 'DONE', abnormalTypes: [] },
  ]);
});

it('is replaced from its date on, switched off and on, and rejected with a reason', async () => {
  const later = addDays(today, 3);
  const { thresholdNo } = await maker.call(attendanceThreshold.save, form({ effectiveFrom: later, lateMinutes: 20 }));
  const rejected = { thresholdNo, version: 1, isApproved: false, reason: 'Too lax' };
  expect(await checker.call(attendanceThreshold.approve, rejected)).toMatchObject({ thresholdStatus: 'REJECTED' });
  const next = await maker.call(attendanceThreshold.save, form({ effectiveFrom: later, lateMinutes: 15 }));
  await checker.call(attendanceThreshold.approve, { thresholdNo: next.thresholdNo, version: 1, isApproved: true });
  const inForce = async (date: string) => {
    const { rows } = await sql<{ no: string | null }>`select attendance_threshold_of(${nos['abnormal.late']},
      ${date}) as no`.execute(app.database.db);
    return rows[0]?.no;
  };
  expect(await inForce(addDays(today, 2))).not.toBe(next.thresholdNo);
  expect(await inForce(later)).toBe(next.thresholdNo);
  await maker.call(attendanceThreshold.disable, { thresholdNo: next.thresholdNo, version: 2 });
  expect(await inForce(later)).not.toBe(next.thresholdNo);
  const other = await maker.call(attendanceThreshold.save, form({ effectiveFrom: later }));
  const again = { thresholdNo: next.thresholdNo, version: 3 };
  expect((await maker.refusalOf(attendanceThreshold.enable, again)).error).toBe('THRESHOLD_EXISTS');
  await checker.call(attendanceThreshold.approve, { thresholdNo: other.thresholdNo, version: 1, isApproved: false });
  expect(await maker.call(attendanceThreshold.enable, again)).toMatchObject({ thresholdStatus: 'ENABLED' });
  const { data } = await maker.get(attendanceThreshold.detail.path.replace('{thresholdNo}', next.thresholdNo));
  expect(data.history.map((entry: { action: string }) => entry.action)).toEqual([
    'attendanceThreshold.enable',
    'attendanceThreshold.disable',
    'attendanceThreshold.approve',
    'attendanceThreshold.save',
  ]);
});

it('excuses by itself what was found of a shift during which the system was down', async () => {
  const { db } = app.database;
  await findAbnormalDays(db, app.services);
  const before = addDays(today, -2);
  const userNo = nos['abnormal.good'] ?? '';
  const times = { startsAt: at('08:00', before), endsAt: at('17:00', before) };
  await db
    .insertInto('workShift')
    .values({
      ...times,
      userNo,
      workDate: before,
      shiftType: 'D',
      breakMinutes: 60,
      updatedBy: 'U000001',
      shiftStatus: 'PUBLISHED',
    })
    .execute();
  // Up until ten, back at a quarter past twelve; a restart of three minutes is no outage.
  for (const time of ['09:55', '09:57', '10:00']) await noteUp(db, at(time, before));
  for (const time of ['12:15', '12:18']) await noteUp(db, at(time, before));
  const warned = (await warnings()).filter(({ subject }) => subject.includes('abnormal day')).length;
  expect(await findAbnormalDays(db, app.services)).toEqual({ found: 1 });
  const [found] = await daysOf(checker, { workDate: { from: before, to: before } });
  expect(found).toMatchObject({
    realName: 'abnormal.good',
    abnormalType: 'ABSENT',
    resolveStatus: 'EXCUSED',
    resolveReason: 'System unavailable 10:00–12:15',
    allowedActions: [],
  });
  // The group's attendance of that day is low all the same; of the day found nobody is warned.
  const days = (await warnings()).filter(({ subject }) => subject.includes('abnormal day'));
  expect(days).toHaveLength(warned);
});
