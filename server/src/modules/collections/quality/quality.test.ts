import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  announcement,
  discipline,
  inspection,
  performanceReport,
  qualitySheet,
  samplingRule,
} from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { scoreOf } from './answers.ts';
import { drawWeekly, lastMonday } from './draw-weekly.ts';
import { inspectFollowUp, keepSpoken, settleInspections } from './index.ts';

let app: TestApp;
let merchantNo: string;
let people: Record<'writer' | 'approver' | 'inspector' | 'other' | 'stranger' | 'worker', Person>;
const userNos: Record<string, string> = {};
const today = businessDateOf(new Date());
const ALL = ['sample', 'score', 'listen', 'decide', 'export'].map((action) => `quality:inspection:${action}`);
const SETTINGS = ['quality:sheet:save', 'quality:sheet:approve'];

/** Keeps the recordings, as the exchange of the sandbox. */
const exchange = createServer((request, response) => {
  const isThere = request.url === '/here.mp3';
  response.writeHead(isThere ? 200 : 410, { 'content-type': isThere ? 'audio/mpeg' : 'text/html' });
  response.end('sound');
});
const portOf = (server: typeof exchange): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  await once(exchange.listen(0, '127.0.0.1'), 'listening');
  app = await createTestApp({
    content: 'seeded',
    env: {
      KITUO_SANDBOX: 'on',
      KITUO_CALLBACK_SECRET: 'a-secret-that-nobody-can-guess',
      VOICE_URL: `http://127.0.0.1:${portOf(exchange)}`,
      VOICE_API_KEY: 'key',
    },
  });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  const pages = [
    '/AdminContent/QualitySystem/QualityCenter',
    '/AdminContent/AppraisalSystem/EmployeeDisciplineData',
    '/AdminContent/ReportSystem/PerformanceReport',
  ];
  const add = async (name: string, codes: string[], isHere = true): Promise<Person> => {
    const { userNo } = await addPerson(app.database, `quality.${name}`, { pages, codes });
    userNos[name] = userNo;
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, `quality.${name}`);
  };
  const keeper = [...ALL, ...SETTINGS, 'appraisal:discipline:save', 'report:performance:team'];
  people = {
    writer: await add('writer', keeper),
    approver: await add('approver', keeper),
    inspector: await add('inspector', [...ALL, 'quality:inspection:appeal']),
    other: await add('other', ALL),
    stranger: await add('stranger', ALL, false),
    worker: await add('worker', ['quality:inspection:appeal']),
  };
});
afterAll(async () => {
  exchange.close();
  await app[Symbol.asyncDispose]();
});

const items = [
  { itemName: 'Says who calls', weight: 40, isFatal: false },
  { itemName: 'Threatens nobody', weight: 60, isFatal: true },
];
const FULL = { I1: 40, I2: 60 };

async function approved(endpoint: typeof qualitySheet | typeof samplingRule, key: object): Promise<void> {
  const { writer, approver } = people;
  expect((await writer.post(endpoint.submit.path, { ...key, version: 1 })).data.status).toBe('PENDING_APPROVAL');
  expect((await writer.post(endpoint.approve.path, { ...key, version: 2 })).data.error).toBe('MAKER_IS_CHECKER');
  expect((await approver.post(endpoint.approve.path, { ...key, version: 2 })).data.status).toBe('ENABLED');
}
async function newSheet(): Promise<string> {
  const form = { sheetName: 'Calls', sourceTypes: ['CALL', 'ROBOT'], items };
  const { sheetNo } = (await people.writer.post(qualitySheet.save, form)).data;
  await approved(qualitySheet, { sheetNo });
  return sheetNo;
}
async function called(userNo: string | null, phone: string, more: object = {}): Promise<number> {
  const { db } = app.database;
  const { attemptId } = await db
    .insertInto('contactAttempt')
    .values({
      attemptedAt: new Date(Date.now() - 60_000),
      phone,
      purpose: 'COLLECTION',
      channel: 'CALL',
      partyKind: 'BORROWER',
      merchantNo,
      userNo,
      ...more,
    })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  return attemptId;
}
const opened = async (attemptId: number) =>
  await app.database.db
    .selectFrom('inspection')
    .selectAll()
    .where('subjectNo', '=', String(attemptId))
    .executeTakeFirst();
const rowOf = async (no: string, who = people.inspector) =>
  (await who.get(inspection.detail.path.replace('{inspectionNo}', no))).data;
async function newInspection(phone: string): Promise<string> {
  const attemptId = await called(userNos['worker'] ?? '', phone);
  await app.database.db.transaction().execute(async (tx) => {
    const { openInspections } = await import('./open-inspections.ts');
    const subject = { merchantNo, userNo: userNos['worker'] ?? '', phone, happenedAt: new Date() };
    const rest = { customerNo: null, orderNo: null, caseNo: null, durationSeconds: 30, content: null };
    await openInspections(tx, 'CALL', [{ ...subject, ...rest, subjectNo: String(attemptId) }], {
      ruleNo: null,
      sheetNo: null,
    });
  });
  return (await opened(attemptId))?.inspectionNo ?? '';
}
const take = async (no: string, who = people.inspector) => (await who.post(inspection.take, { inspectionNo: no })).data;
const score = async (no: string, points: object, more: object = {}, who = people.inspector) =>
  (
    await who.post(inspection.score, {
      inspectionNo: no,
      version: (await rowOf(no, who)).version,
      points,
      comments: {},
      marks: [],
      remark: null,
      ...more,
    })
  ).data;
const recordsOf = async (no: string) =>
  await app.database.db
    .selectFrom('disciplineRecord')
    .select(['disciplineStatus', 'points', 'userNo'])
    .where('sourceRef', '=', no)
    .execute();

it('keeps the approved version of a sheet in use while the next one is drafted', async () => {
  const wrong = { sheetName: 'Calls', sourceTypes: ['CALL'], items: [{ ...items[0], weight: 99 }] };
  expect((await people.writer.post(qualitySheet.save, wrong)).data.fields[0]).toMatchObject({
    field: 'items',
    msg: 'Weights must add to 100%',
  });
  const sheetNo = await newSheet();
  const [first, second] = items;
  const next = { sheetNo, version: 3, sheetName: 'Calls', sourceTypes: ['CALL', 'ROBOT'], items: [second, first] };
  expect((await people.writer.post(qualitySheet.save, next)).data.version).toBe(4);
  const one = (await people.writer.get(qualitySheet.detail.path.replace('{sheetNo}', sheetNo))).data;
  expect(one).toMatchObject({ sheetStatus: 'DRAFT', versionNo: 2, isInUse: true });
  const no = await newInspection('254700000100');
  await take(no);
  expect((await rowOf(no)).items[0].itemName).toBe('Says who calls');
});

it('draws each person’s share by an enabled rule, once, of one’s own merchants', async () => {
  const sheetNo = await newSheet();
  const form = {
    ruleName: 'Weekly',
    sourceType: 'CALL',
    sheetNo,
    percent: 0,
    minPerPerson: 2,
    minSeconds: 0,
  };
  expect((await people.writer.post(samplingRule.save, { ...form, sourceType: 'SMS' })).data.error).toBe('SHEET_UNFIT');
  const { ruleNo } = (await people.writer.post(samplingRule.save, form)).data;
  const draw = { ruleNo, happenedAt: { from: today, to: today } };
  const sampled = async (who: Person) => (await who.post(inspection.sample, draw)).data;
  expect((await sampled(people.inspector)).error).toBe('SAMPLE_RULE_OFF');
  await approved(samplingRule, { ruleNo });
  for (const person of ['worker', 'other']) {
    for (let call = 0; call < 4; call += 1) await called(userNos[person] ?? '', `25471111${person.length}${call}00`);
  }
  expect((await sampled(people.stranger)).error).toBe('SAMPLE_EMPTY');
  const drawn = await sampled(people.inspector);
  expect(drawn).toEqual({ opened: 4, people: 2 });
  const off = { ...draw, happenedAt: { from: today, to: '2020-01-01' } };
  expect((await people.inspector.post(inspection.sample, off)).data.error).toBe('BAD_REQUEST');
});

it('draws every week by an enabled rule that says so, each week once', async () => {
  expect([lastMonday('2026-11-30'), lastMonday('2026-11-29')]).toEqual(['2026-11-23', '2026-11-16']);
  const { db } = app.database;
  const { ruleNo } = await people.writer.call(samplingRule.save, {
    ruleName: 'Every week',
    sourceType: 'CALL',
    sheetNo: await newSheet(),
    percent: 0,
    minPerPerson: 1,
    minSeconds: 0,
    drawsWeekly: true,
  });
  await called(userNos['worker'] ?? '', '254733000001');
  const nextWeek = new Date(Date.now() + 7 * 86_400_000);
  expect(await drawWeekly(db, nextWeek)).toBe(0);
  await approved(samplingRule, { ruleNo });
  const opened = await drawWeekly(db, nextWeek);
  const of = await db.selectFrom('inspection').select('userNo').where('ruleNo', '=', ruleNo).execute();
  expect(of.map(({ userNo }) => userNo)).toContain(userNos['worker']);
  expect([of.length, new Set(of.map(({ userNo }) => userNo)).size]).toEqual([opened, opened]);
  await called(userNos['worker'] ?? '', '254733000002');
  expect(await drawWeekly(db, nextWeek)).toBe(0);
});

it('divides evenly and gives nobody their own', async () => {
  const nos = [await newInspection('254700000001'), await newInspection('254700000002')];
  const { db } = app.database;
  await db
    .updateTable('inspection')
    .set({ userNo: userNos['other'] ?? '' })
    .where('inspectionNo', '=', nos[0] ?? '')
    .execute();
  const inspectorUserNos = [userNos['other'] ?? '', userNos['inspector'] ?? ''];
  const { jobNo } = (await people.inspector.post(inspection.assign, { inspectionNos: nos, inspectorUserNos })).data;
  const items = await db.selectFrom('jobItem').select(['subjectNo', 'input']).where('jobNo', '=', jobNo).execute();
  expect(new Map(items.map(({ subjectNo, input }) => [subjectNo, input]))).toEqual(
    new Map([
      [nos[0], { inspectorUserNo: userNos['inspector'] }],
      [nos[1], { inspectorUserNo: userNos['other'] }],
    ]),
  );
});

it('is scored line by line by whoever took it, and never by whom it is about', async () => {
  const no = await newInspection('254700000003');
  expect((await score(no, FULL)).error).toBe('ILLEGAL_TRANSITION');
  expect((await take(no, people.stranger)).error).toBe('INSPECTION_NOT_FOUND');
  const { db } = app.database;
  const own = await newInspection('254700000004');
  await db
    .updateTable('inspection')
    .set({ userNo: userNos['inspector'] ?? '' })
    .where('inspectionNo', '=', own)
    .execute();
  expect((await take(own)).error).toBe('INSPECTION_OWN');
  expect((await take(no)).inspectionStatus).toBe('INSPECTING');
  expect((await take(no, people.other)).error).toBe('INSPECTION_TAKEN');
  expect((await score(no, FULL, {}, people.other)).error).toBe('INSPECTION_NOT_YOURS');
  expect(await score(no, { I1: 40 })).toMatchObject({ error: 'ANSWERS_INCOMPLETE', fields: [{ field: 'points.I2' }] });
  expect(await score(no, { I1: 30, I2: 60 })).toMatchObject({
    error: 'LOSS_UNEXPLAINED',
    fields: [{ field: 'comments.commentI1', msg: 'Content cannot be blank' }],
  });
  expect((await score(no, { I1: 41, I2: 60 })).error).toBe('ANSWER_OUT_OF_RANGE');
  expect((await score(no, { I1: 40, I2: 59 })).error).toBe('FATAL_ALL_OR_NOTHING');
  const marks = [{ atSeconds: 12, note: 'Hangs up' }];
  expect((await rowOf(no, people.worker)).error).toBe('INSPECTION_NOT_FOUND');
  expect((await score(no, { I1: 30, I2: 60 }, { comments: { I1: 'Late' }, marks })).inspectionStatus).toBe('SCORED');
  const seen = await rowOf(no, people.worker);
  expect(seen).toMatchObject({ score: 90, hasFatal: false, marks, allowedActions: ['appeal'] });
  expect(seen.answers[0]).toEqual({ itemNo: 'I1', points: 30, comment: 'Late' });
  expect(await recordsOf(no)).toEqual([]);
});

it('shows an inspector which announcements the person had confirmed before', async () => {
  const { announcementNo } = await app.database.db
    .insertInto('announcement')
    .values({
      title: JSON.stringify({ en: 'Say who calls' }),
      content: JSON.stringify({ en: 'Name the company first.' }),
      mustConfirm: true,
      publishedAt: new Date(Date.now() - 60_000),
    })
    .returning('announcementNo')
    .executeTakeFirstOrThrow();
  const confirmedOn = async (no: string) =>
    (await rowOf(no)).announcements.map((one: { announcementNo: string }) => one.announcementNo);
  const early = await newInspection('254700000021');
  await people.worker.call(announcement.confirm, { announcementNo });
  const late = await newInspection('254700000022');
  expect(await confirmedOn(early)).not.toContain(announcementNo);
  expect(await confirmedOn(late)).toContain(announcementNo);
});

it('proposes a discipline record of a fatal fault, and takes it back with the score after an appeal', async () => {
  const no = await newInspection('254700000005');
  await take(no);
  const fatal = { comments: { I2: 'Threatened jail' } };
  expect((await score(no, { I1: 40, I2: 0 }, fatal)).inspectionStatus).toBe('SCORED');
  expect(await rowOf(no)).toMatchObject({ score: 0, hasFatal: true });
  expect(await recordsOf(no)).toEqual([
    { disciplineStatus: 'PENDING', points: discipline.POINTS.QUALITY_FATAL[0], userNo: userNos['worker'] },
  ]);
  const seen = await rowOf(no, people.worker);
  const appeal = { inspectionNo: no, version: seen.version, appeal: 'I said the opposite' };
  expect((await people.worker.post(inspection.appeal, { ...appeal, appeal: ' ' })).data.error).toBe('BAD_REQUEST');
  expect((await people.worker.post(inspection.appeal, appeal)).data.inspectionStatus).toBe('APPEALED');
  const { version } = await rowOf(no);
  const decide = { inspectionNo: no, version, decision: 'AMEND', reason: 'Heard again', points: FULL, comments: {} };
  expect((await people.inspector.post(inspection.decide, decide)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await people.other.post(inspection.decide, { ...decide, points: {} })).data.error).toBe('ANSWERS_INCOMPLETE');
  expect((await people.other.post(inspection.decide, decide)).data.inspectionStatus).toBe('CLOSED');
  expect(await rowOf(no)).toMatchObject({ score: 100, scoreBefore: 0, hasFatal: false, decision: 'AMEND' });
  expect((await recordsOf(no))[0]?.disciplineStatus).toBe('DISMISSED');
  const query = { filters: { dimension: 'PERSON', userNo: userNos['worker'] }, page: 1, pageSize: 20, sort: null };
  const report = (await people.writer.post(performanceReport.query, query)).data;
  const [total] = report.rows;
  // The one of 90 points may still be appealed against: it does not count yet.
  expect(total.figures.qualityScore).toBe(100);
});

it('comes back after half an hour, and closes once nobody may appeal', async () => {
  const { db } = app.database;
  const no = await newInspection('254700000006');
  await take(no);
  const late = new Date(Date.now() + 31 * 60_000);
  await settleInspections(db, late);
  expect(await rowOf(no)).toMatchObject({ inspectionStatus: 'PENDING', inspectorName: null });
  await take(no, people.other);
  await score(no, FULL, {}, people.other);
  await settleInspections(db, late);
  expect((await rowOf(no)).inspectionStatus).toBe('SCORED');
  const due = new Date((await rowOf(no)).appealDueAt);
  const { version } = await rowOf(no);
  await db.updateTable('inspection').set({ appealDueAt: new Date() }).where('inspectionNo', '=', no).execute();
  const appeal = { inspectionNo: no, version, appeal: 'Too late' };
  expect((await people.worker.post(inspection.appeal, appeal)).data.error).toBe('APPEAL_LATE');
  await settleInspections(db, due);
  expect((await rowOf(no)).inspectionStatus).toBe('CLOSED');
});

it('opens an inspection for a flagged word of a transcript or a follow-up, with what else is noticed', async () => {
  const { db } = app.database;
  const group = {
    wordGroup: 'Insults',
    words: ['stupid'],
    exceptions: [],
    language: 'en',
    scopes: ['CALL_TRANSCRIPT' as const, 'FOLLOW_UP' as const],
    updatedBy: userNos['writer'] ?? '',
  };
  const { wordGroupNo } = await db
    .insertInto('wordGroup')
    .values({ ...group, action: 'WARN' })
    .returning('wordGroupNo')
    .executeTakeFirstOrThrow();
  const worker = userNos['worker'] ?? '';
  const spoken = [
    { fromSecond: 0, speaker: 'STAFF' as const, said: 'Are you stupid, 254712345678?' },
    { fromSecond: 40, speaker: 'CUSTOMER' as const, said: 'No' },
  ];
  const keep = async (attemptId: number) =>
    await db.transaction().execute(async (tx) => await keepSpoken(tx, attemptId, spoken));
  const warned = await called(worker, '254700000010');
  await keep(warned);
  expect(await opened(warned)).toBeUndefined();
  await db.updateTable('wordGroup').set({ action: 'FLAG' }).where('wordGroupNo', '=', wordGroupNo).execute();
  const flagged = await called(worker, '254700000011');
  await called(worker, '254700000011', { refusedFor: 'CONTACT_HOURS' });
  await keep(flagged);
  await keep(flagged);
  const made = await opened(flagged);
  expect(made?.flags.toSorted()).toEqual(['GATE_REFUSAL', 'LONG_SILENCE', 'SENSITIVE_WORD']);
  const heard = await rowOf(made?.inspectionNo ?? '');
  expect(heard.transcript[0]).toMatchObject({ said: 'Are you stupid, ************?', words: ['stupid'] });
  const noted = await called(worker, '254700000012', { caseNo: 'CS000000001' });
  await db.transaction().execute(async (tx) => {
    await inspectFollowUp(tx, { caseNo: 'CS000000001', userNo: worker, remark: 'Is Stupid', at: new Date() });
  });
  expect((await opened(noted))?.flags).toEqual(['SENSITIVE_WORD']);
  const { rows } = await sql<{ hits: number }>`select count(*)::int as hits from word_hit
    where word_group_no = ${wordGroupNo}`.execute(db);
  expect(rows[0]?.hits).toBe(3);
});

it('plays a recording to those who may listen and to the person, and keeps who listened', async () => {
  const { db } = app.database;
  const no = await newInspection('254700000013');
  const attemptId = Number((await rowOf(no)).subjectNo);
  const play = async (who: Person) => await who.get(`${inspection.recording.path}?inspectionNo=${no}`);
  expect((await play(people.inspector)).data.error).toBe('RECORDING_NONE');
  const told = async (path: string) => {
    const recordingUrl = `http://127.0.0.1:${portOf(exchange)}/${path}`;
    await db.insertInto('contactResult').values({ attemptId, outcome: 'ANSWERED', recordingUrl }).execute();
  };
  await told('gone.mp3');
  expect((await play(people.inspector)).data.error).toBe('RECORDING_EXPIRED');
  await told('here.mp3');
  await play(people.inspector);
  await play(people.inspector);
  const lines = await db.selectFrom('revealLog').selectAll().where('subjectNo', '=', no).orderBy('revealId').execute();
  expect(lines.map(({ kind, purpose, outcome }) => [kind, purpose, outcome])).toEqual([
    ['recording', 'LISTEN', 'SHOWN'],
    ['recording', 'LISTEN', 'REPEATED'],
  ]);
  const { history } = await rowOf(no);
  expect(history.map(({ action }: { action: string }) => action)).toContain('inspection.listen');
  expect((await play(people.worker)).data.error).toBe('INSPECTION_NOT_FOUND');
});

it('shows what merchants hold to inspectors, and people their own results alone', async () => {
  const filters = { userNo: userNos['worker'] };
  expect((await people.stranger.post(inspection.page, listOf(filters))).data.rows).toEqual([]);
  const all = (await people.inspector.post(inspection.page, listOf(filters))).data.rows;
  const own = (await people.worker.post(inspection.page, listOf())).data.rows;
  expect(all.length).toBeGreaterThan(own.length);
  expect(own.every((row: inspection.InspectionRow) => row.userNo === userNos['worker'])).toBe(true);
  const low = (await people.inspector.post(inspection.page, listOf({ ...filters, score: 'LOW' }))).data.rows;
  expect(low).toEqual([]);
});

it('counts points, and nothing where a fatal item is failed', () => {
  const sheet = items.map((item, index) => ({ itemNo: `I${index + 1}`, ...item }));
  expect(scoreOf(sheet, FULL, {})).toMatchObject({ score: 100, hasFatal: false });
  expect(scoreOf(sheet, { I1: 40, I2: 0 }, { I2: 'Why' })).toMatchObject({ score: 0, hasFatal: true });
});
