import { config, discipline, performanceReport, performanceTarget, type RequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { askedOf } from '../engine/asked.ts';
import type { Figures } from '../engine/figures.ts';
import { withStanding } from './standing.ts';
import { scoreOf } from './targets.ts';

let app: TestApp;
let lead: Person;
let other: Person;
let own: Person;
let ownNo: string;
let peerNo: string;
const today = businessDateOf(new Date());
const period = { from: addDays(today, -29), to: today };
const whole = { page: 1, pageSize: 1_000, sort: null } as const;
const pages = ['/AdminContent/ReportSystem/PerformanceReport'];
const key = performanceTarget.targetKey('SERVICE', 'NEW');

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const codes = ['drill', 'export', 'team', 'target'].map((code) => `report:performance:${code}`);
  const people = await Promise.all([
    addPerson(app.database, 'perf.lead', { codes, pages }),
    addPerson(app.database, 'perf.other', {
      codes: [...codes, 'appraisal:discipline:confirm', 'appraisal:discipline:revoke'],
      pages: [...pages, '/AdminContent/AppraisalSystem/EmployeeDisciplineData'],
    }),
    addPerson(app.database, 'perf.own', { codes: ['report:performance:drill'], pages }),
    addPerson(app.database, 'perf.peer', { codes: [], pages }),
  ]);
  const [, , self, peer] = people;
  ownNo = self?.userNo ?? '';
  peerNo = peer?.userNo ?? '';
  await db
    .insertInto('userMerchant')
    .values(people.map(({ userNo }) => ({ userNo, merchantNo: 'M0001' })))
    .execute();
  await db
    .insertInto('personnel')
    .values([ownNo, peerNo].map((userNo) => ({ personnelKind: 'SERVICE' as const, userNo })))
    .execute();
  await sql`update app_user set employee_category = 'NEW' where user_no = any(${[ownNo, peerNo]})`.execute(db);
  // Nine calls of one, three of the other; a second call of one number within a week.
  const call = async (userNo: string, phone: string) =>
    await sql`insert into in_call_record (merchant_no, phone, agent_user_no, reason_type, content, call_at)
      values ('M0001', ${phone}, ${userNo}, 'OTHER', 'Asked', now() - interval '1 hour')`.execute(db);
  for (let index = 0; index < 9; index += 1) await call(ownNo, `25471100000${index}`);
  for (const phone of ['254722000001', '254722000002', '254722000003']) await call(peerNo, phone);
  await sql`insert into in_call_record (merchant_no, phone, agent_user_no, reason_type, content, call_at)
    values ('M0001', '254722000001', ${peerNo}, 'OTHER', 'Again', now() - interval '1 minute')`.execute(db);
  [lead, other, own] = [await as(app, 'perf.lead'), await as(app, 'perf.other'), await as(app, 'perf.own')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const query = async (who: Person, filters: RequestOf<typeof performanceReport.query>['filters'] = {}) =>
  (await who.call(performanceReport.query, { filters: { period, ...filters }, ...whole })).rows;
const aims = {
  handledTarget: 10,
  handledWeight: 60,
  inTimePctTarget: 90,
  inTimePctWeight: 0,
  onceOnlyPctTarget: 100,
  onceOnlyPctWeight: 40,
  attendancePctTarget: 100,
  attendancePctWeight: 0,
};

it('refuses weights that do not add to 100 and a target of 0, each beside its field', async () => {
  const save = async (value: object) =>
    await lead.refusalOf(config.save, { configKey: key, value, effectiveFrom: today, reason: 'New targets' });
  expect((await save({ ...aims, handledWeight: 50 })).fields).toEqual(['value.handledWeight']);
  expect((await save({ ...aims, handledTarget: 0 })).fields).toEqual(['value.handledTarget']);
  const past = { configKey: key, value: aims, effectiveFrom: addDays(today, -1), reason: 'Last month' };
  expect((await lead.refusalOf(config.save, past)).error).toBe('CONFIG_DATE_PAST');
});

it('scores and ranks by targets that another person agreed to, and shows people their own alone', async () => {
  const before = await query(lead, { staffType: 'SERVICE' });
  expect(before.find(({ key: no }) => no === ownNo)?.figures['performanceScore']).not.toBe(94);
  const draft = await lead.call(config.save, { configKey: key, value: aims, effectiveFrom: today, reason: 'First' });
  const { versionId } = draft;
  const pending = await lead.call(config.submit, { versionId, version: draft.version });
  const asked = { versionId, version: pending.version };
  expect((await lead.refusalOf(config.approve, asked)).error).toBe('CHANGE_OWN');
  await other.call(config.approve, asked);

  const rows = await query(lead, { staffType: 'SERVICE' });
  // 0.6 x 9/10 + 0.4 x 100/100; 0.6 x 4/10 + 0.4 x 75/100.
  expect(rows.find(({ key: no }) => no === ownNo)).toMatchObject({
    figures: { handled: 9, onceOnlyPct: 100, performanceScore: 94, rank: 1 },
  });
  expect(rows.find(({ key: no }) => no === peerNo)).toMatchObject({
    figures: { handled: 4, onceOnlyPct: 75, performanceScore: 54, rank: 2 },
  });
  const mine = await query(own);
  expect(mine.filter(({ rowKind }) => rowKind === 'ROW').map(({ key: no }) => no)).toEqual([ownNo]);
  expect(mine[0]?.figures['callsTaken']).toBe(9);
  expect(await query(own, { userNo: peerNo })).toMatchObject([{ rowKind: 'TOTAL', figures: { callsTaken: 0 } }]);
});

it('ranks nobody who reached nothing, first of those alike as they may be', async () => {
  const figuresOf = (handled: number, disciplinePoints = 0) => ({ handled, onceOnlyPct: null, disciplinePoints });
  const asked = askedOf({ period, dimension: 'PERSON' }, { days: 7, dimension: 'PERSON' });
  const ranksOf = async (...rows: [string, Figures][]) => {
    const answer = { total: {}, rows: new Map(rows) };
    const standing = await withStanding(app.database.db, asked, answer, answer);
    return [...standing.rows.values()].map(({ performanceScore, rank }) => [performanceScore, rank]);
  };
  expect(await ranksOf([ownNo, figuresOf(0)], [peerNo, figuresOf(0)])).toEqual([
    [0, null],
    [0, null],
  ]);
  // Points off leave a rank to who did something, and nobody is behind one who did nothing.
  expect(await ranksOf([ownNo, figuresOf(0)], [peerNo, figuresOf(4, 90)])).toEqual([
    [0, null],
    [-50, 1],
  ]);
});

it('takes a score apart line by line, and says what would raise it most', async () => {
  const { rows, queryId } = await lead.call(performanceReport.query, {
    filters: { period, staffType: 'SERVICE' },
    ...whole,
  });
  const peer = await lead.call(performanceReport.score, { queryId, userNo: peerNo });
  expect(peer).toEqual({
    lines: [
      { measure: 'handled', value: 4, target: 10, weightPct: 60, points: 24, couldAdd: 36 },
      { measure: 'onceOnlyPct', value: 75, target: 100, weightPct: 40, points: 30, couldAdd: 10 },
    ],
    disciplinePoints: 0,
    score: 54,
    raisesMost: 'handled',
  });
  expect(rows.find(({ key: no }) => no === peerNo)?.figures['performanceScore']).toBe(peer.score);
  // One's own, and nobody else's.
  const mine = await own.call(performanceReport.query, { filters: { period }, ...whole });
  expect((await own.call(performanceReport.score, { queryId: mine.queryId, userNo: ownNo })).score).toBe(94);
  const refused = await own.refusalOf(performanceReport.score, { queryId, userNo: peerNo });
  expect(refused.error).toBe('NOT_FOUND');
});

it('takes confirmed discipline points off the score, and corrects a month that is over in the month of the revocation', async () => {
  const { db } = app.database;
  const record = {
    userNo: ownNo,
    disciplineType: 'OTHER',
    disciplineLevel: 'NOTICE',
    points: 4,
    content: 'Late',
  } as const;
  const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1);
  const made = await db
    .insertInto('disciplineRecord')
    .values([
      { ...record, source: 'SECURITY', happenedOn: today },
      {
        ...record,
        points: 7,
        source: 'SECURITY',
        happenedOn: lastMonth,
        recordedAt: new Date(`${lastMonth}T09:00:00Z`),
        disciplineStatus: 'CONFIRMED',
        decidedAt: new Date(`${lastMonth}T10:00:00Z`),
      },
    ])
    .returning('recordNo')
    .execute();
  const [now, before] = made.map(({ recordNo }) => recordNo);
  const mine = async (of: { from: string; to: string }) => {
    const { rows, queryId } = await lead.call(performanceReport.query, {
      filters: { period: of, userNo: ownNo },
      ...whole,
    });
    const { figures } = rows.find(({ key: no }) => no === ownNo) ?? {};
    return { points: figures?.['disciplinePoints'] ?? 0, score: figures?.['performanceScore'] ?? null, queryId };
  };
  const month = { from: `${today.slice(0, 7)}-01`, to: today };
  const closed = { from: lastMonth, to: lastMonth };
  const { score = 0 } = await mine(month);
  expect((await mine(month)).points).toBe(0);
  expect((await mine(closed)).points).toBe(7);

  const decide = { recordNo: now ?? '', reason: 'Seen on the log' };
  await other.call(discipline.confirm, { ...decide, version: 1 });
  const confirmed = await mine(month);
  expect(confirmed).toMatchObject({ points: 4, score: Math.round(((score ?? 0) - 4) * 10) / 10 });
  const facts = await lead.call(performanceReport.drill, {
    filters: { queryId: confirmed.queryId, measure: 'disciplinePoints', key: ownNo },
    ...whole,
  });
  expect(facts).toMatchObject({ figure: 4, rowsFigure: 4, rows: [{ causeNo: now, value: 4, kind: 'OTHER' }] });

  await other.call(discipline.revoke, { ...decide, version: 2 });
  expect(await mine(month)).toMatchObject({ points: 0, score });
  await other.call(discipline.revoke, { recordNo: before ?? '', reason: 'Somebody else', version: 1 });
  expect((await mine(closed)).points).toBe(7);
  expect((await mine(month)).points).toBe(-7);
});

it('takes what is less as better where a measure is inverse, counts at most 1.2, and leaves out what has no value', () => {
  const target = {
    decisionsPerHourTarget: 10,
    decisionsPerHourWeight: 50,
    overturnPctTarget: 5,
    overturnPctWeight: 50,
    fpd7PctTarget: 5,
    fpd7PctWeight: 0,
    attendancePctTarget: 100,
    attendancePctWeight: 0,
  };
  const of = (decisionsPerHour: number | null, overturnPct: number | null) =>
    scoreOf('AUDITOR', target, { decisionsPerHour, overturnPct }, period);
  expect(of(10, 10)).toBe(75);
  expect(of(100, 0)).toBe(120);
  expect(of(null, 10)).toBe(50);
  expect(of(null, null)).toBeNull();
});
