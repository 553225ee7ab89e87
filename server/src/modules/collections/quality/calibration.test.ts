import { calibration, inspection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { kappaOf } from './kappa.ts';

let app: TestApp;
let lead: Person;
let second: Person;
let elsewhere: Person;
let secondNo: string;
let firstNo: string;
const MERCHANT = 'M0001';
const today = businessDateOf(new Date());
const scoredAt = { from: addDays(today, -30), to: today };
const SCORE = 'quality:inspection:score';
const whole = { page: 1, pageSize: 1_000, sort: null } as const;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = ['/AdminContent/QualitySystem/QualityCenter'];
  const of = async (name: string, codes: string[], merchantNo = MERCHANT) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  await of('cal.lead', ['quality:inspection:sample', 'quality:inspection:export']);
  secondNo = await of('cal.second', [SCORE, 'quality:inspection:listen']);
  firstNo = await of('cal.first', [SCORE]);
  await of('cal.elsewhere', ['quality:inspection:sample', SCORE], 'M0002');
  [lead, second, elsewhere] = [await as(app, 'cal.lead'), await as(app, 'cal.second'), await as(app, 'cal.elsewhere')];
  await sql`delete from quality_calibration`.execute(db);
  // What the demonstration scored was scored by this one.
  await sql`update inspection set inspector_user_no = ${firstNo} where inspector_user_no is not null`.execute(db);
});
afterAll(async () => await app[Symbol.asyncDispose]());

const sheetOf = async () => {
  const { rows } = await sql<{ sheetNo: string; count: number }>`select sheet_no, count(*)::int as count from inspection
    where inspection_status in ('SCORED', 'CLOSED') and sheet_no is not null group by 1 order by 2 desc limit 1`.execute(
    app.database.db,
  );
  return rows[0] ?? { sheetNo: '', count: 0 };
};
const drawn = async (more: object = {}) => ({
  sheetNo: (await sheetOf()).sheetNo,
  scoredAt,
  count: 100,
  inspectorUserNos: [secondNo],
  ...more,
});
const list = async (who = second) => (await who.call(calibration.page, { filters: {}, ...whole })).rows;

it('reckons kappa with its interval and word, and nothing where chance explains all', () => {
  // Cohen's own way: 20 and 15 of 50 agreed.
  expect(kappaOf({ bothPassed: 20, firstOnly: 5, secondOnly: 10, bothFailed: 15 })).toEqual({
    judged: 50,
    agreed: 35,
    kappa: 0.4,
    interval95: { low: 0.15, high: 0.65 },
    word: 'FAIR',
  });
  expect(kappaOf({ bothPassed: 9, firstOnly: 0, secondOnly: 0, bothFailed: 0 })).toMatchObject({
    kappa: null,
    word: null,
  });
  expect(kappaOf({ bothPassed: 0, firstOnly: 0, secondOnly: 0, bothFailed: 0 })).toMatchObject({
    judged: 0,
    kappa: null,
  });
  expect(kappaOf({ bothPassed: 10, firstOnly: 0, secondOnly: 0, bothFailed: 10 })).toMatchObject({
    kappa: 1,
    word: 'ALMOST_PERFECT',
  });
  expect(kappaOf({ bothPassed: 1, firstOnly: 9, secondOnly: 9, bothFailed: 1 }).word).toBe('POOR');
});

it('draws scored inspections once, never for the first inspector, the person or somebody of another merchant', async () => {
  const { count } = await sheetOf();
  expect(count).toBeGreaterThan(1);
  const refused = async (inspectorUserNos: string[]) =>
    (await lead.refusalOf(calibration.draw, await drawn({ inspectorUserNos }))).error;
  expect(await refused([firstNo])).toBe('CALIBRATION_EMPTY');
  expect((await elsewhere.refusalOf(calibration.draw, await drawn())).error).toBe('CALIBRATION_EMPTY');
  expect((await second.refusalOf(calibration.draw, await drawn())).error).toBe('FORBIDDEN');
  const reply = await lead.call(calibration.draw, await drawn({ inspectorUserNos: [firstNo, secondNo] }));
  expect(reply.drawn).toBe(count);
  expect((await lead.refusalOf(calibration.draw, await drawn())).error).toBe('CALIBRATION_EMPTY');
  const rows = await list(lead);
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map(({ secondName }) => secondName)).size).toBe(1);
  expect(await list(elsewhere)).toEqual([]);
});

it('keeps the first score from the second inspector until theirs is given, wherever they look', async () => {
  const [open] = await list();
  expect(open).toMatchObject({ calibrationState: 'OPEN', firstScore: null, allowedActions: ['score'] });
  const { calibrationNo = '', inspectionNo = '' } = open ?? {};
  expect((await second.call(calibration.detail, { calibrationNo })).firstAnswers).toEqual([]);
  expect((await second.refusalOf(inspection.detail, { inspectionNo })).error).toBe('INSPECTION_NOT_FOUND');
  const inspected = await second.call(inspection.page, { filters: {}, ...whole });
  expect(inspected.rows.map((row) => row.inspectionNo)).not.toContain(inspectionNo);
  expect((await elsewhere.refusalOf(calibration.detail, { calibrationNo })).error).toBe('CALIBRATION_NOT_FOUND');
  expect((await lead.call(calibration.detail, { calibrationNo })).firstScore).toBeNull();
});

it('gives an open second score to another inspector, and to nobody who has part in the first', async () => {
  const { db } = app.database;
  const pages = ['/AdminContent/QualitySystem/QualityCenter'];
  const { userNo } = await addPerson(app.database, 'cal.third', { codes: [SCORE], pages });
  await db.insertInto('userMerchant').values({ userNo, merchantNo: MERCHANT }).execute();
  const open = (await list(lead)).find(({ allowedActions }) => allowedActions.includes('reassign'));
  const calibrationNo = open?.calibrationNo ?? '';
  const refused = async (inspectorUserNo: string, who = lead) =>
    await who.refusalOf(calibration.reassign, { calibrationNo, inspectorUserNo });
  expect(await refused(firstNo)).toMatchObject({ error: 'INSPECTOR_UNFIT', fields: ['inspectorUserNo'] });
  expect((await refused(secondNo)).error).toBe('NOTHING_CHANGES');
  expect((await refused(userNo, elsewhere)).error).toBe('CALIBRATION_NOT_FOUND');
  expect((await refused(userNo, second)).error).toBe('FORBIDDEN');
  // Whoever had it has left.
  await db.updateTable('appUser').set({ userStatus: 'FROZEN' }).where('userNo', '=', userNo).execute();
  expect((await refused(userNo)).error).toBe('INSPECTOR_UNFIT');
  await db.updateTable('appUser').set({ userStatus: 'NORMAL' }).where('userNo', '=', userNo).execute();
  await lead.call(calibration.reassign, { calibrationNo, inspectorUserNo: userNo });
  const third = await as(app, 'cal.third');
  expect((await list(third)).map((row) => row.calibrationNo)).toEqual([calibrationNo]);
  expect((await list()).map((row) => row.calibrationNo)).not.toContain(calibrationNo);
  await lead.call(calibration.reassign, { calibrationNo, inspectorUserNo: secondNo });
});

it('takes the second score item by item, leaves the person’s result alone, and shows where both differ', async () => {
  const rows = await list();
  const results = async () =>
    (
      await app.database.db
        .selectFrom('inspection')
        .select(['inspectionNo', 'score', 'answers'])
        .orderBy('inspectionNo')
        .execute()
    ).map(({ inspectionNo, score }) => [inspectionNo, score]);
  const before = await results();
  const expected = { bothPassed: 0, firstOnly: 0, secondOnly: 0, bothFailed: 0 };
  for (const { calibrationNo, inspectionNo } of rows) {
    const { items } = await second.call(calibration.detail, { calibrationNo });
    const points = Object.fromEntries(
      items.map(({ itemNo, weight }) => [itemNo, itemNo === 'I1' ? weight - 1 : weight]),
    );
    const given = { calibrationNo, points, comments: { I1: 'Did not say for which lender' } };
    expect((await second.refusalOf(calibration.score, { ...given, comments: {} })).error).toBe('LOSS_UNEXPLAINED');
    expect((await second.refusalOf(calibration.score, { ...given, points: {} })).error).toBe('ANSWERS_INCOMPLETE');
    const { disagreements } = await second.call(calibration.score, given);
    const stored = await app.database.db
      .selectFrom('inspection')
      .select('answers')
      .where('inspectionNo', '=', inspectionNo)
      .executeTakeFirstOrThrow();
    let differs = 0;
    for (const { itemNo, weight } of items) {
      const one = stored.answers.find((answer) => answer.itemNo === itemNo)?.points === weight;
      const two = itemNo !== 'I1';
      expected[one ? (two ? 'bothPassed' : 'firstOnly') : two ? 'secondOnly' : 'bothFailed'] += 1;
      if (one !== two) differs += 1;
    }
    expect(disagreements).toBe(differs);
    expect((await second.refusalOf(calibration.score, given)).error).toBe('NOTHING_CHANGES');
  }
  expect(await results()).toEqual(before);
  const { sheetNo } = await sheetOf();
  const [sheet] = await lead.call(calibration.agreement, { sheetNo, scoredAt: { from: today, to: today } });
  expect(sheet).toMatchObject({ inspections: rows.length, ...kappaOf(expected) });
  expect(sheet?.items[0]).toMatchObject({ firstOnly: rows.length, secondOnly: 0 });
  expect(await lead.call(calibration.agreement, { sheetNo, scoredAt: { to: addDays(today, -1) } })).toEqual([]);
  expect(await elsewhere.call(calibration.agreement, { sheetNo })).toEqual([]);
  const scored = await list();
  expect(scored[0]).toMatchObject({ calibrationState: 'SCORED', firstScore: expect.any(Number) });
  // The other's score less one's own, of what both scored.
  const gaps = scored.map((row) => (row.firstScore ?? 0) - (row.secondScore ?? 0));
  const stricterBy = Math.round((10 * gaps.reduce((sum, gap) => sum + gap, 0)) / gaps.length) / 10;
  const inspectors = await lead.call(calibration.strictness, { sheetNo });
  expect(inspectors.find(({ userNo }) => userNo === secondNo)).toMatchObject({ inspections: rows.length, stricterBy });
  expect(inspectors.find(({ userNo }) => userNo === firstNo)).toMatchObject({ stricterBy: -stricterBy });
  expect(inspectors.map((one) => one.stricterBy)).toEqual(
    inspectors.map((one) => one.stricterBy).toSorted((one, other) => other - one),
  );
  expect(await elsewhere.call(calibration.strictness, { sheetNo })).toEqual([]);
  expect((await second.call(inspection.detail, { inspectionNo: rows[0]?.inspectionNo ?? '' })).score).not.toBeNull();
});
