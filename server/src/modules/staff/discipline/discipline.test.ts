import { createHash } from 'node:crypto';
import { discipline, file, imports, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { lastObjectionDay, proposeRecord } from './index.ts';

let app: TestApp;
let stop: () => Promise<void>;
let keeper: Person;
let checker: Person;
let stranger: Person;
let worker: Person;
let workerNo: string;
let voucherNo: string;
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  stop = await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });
  const { db } = app.database;
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const pages = ['/AdminContent/AppraisalSystem/EmployeeDisciplineData'];
  const codes = ['save', 'import', 'confirm', 'revoke', 'export'].map((code) => `appraisal:discipline:${code}`);
  const add = async (name: string, held: string[], isHere = true) => {
    const { userNo } = await addPerson(app.database, name, { pages, codes: held });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  await add('discipline.keeper', codes);
  await add('discipline.checker', codes);
  await add('discipline.stranger', codes, false);
  workerNo = await add('discipline.worker', ['appraisal:discipline:appeal']);
  await db.updateTable('appUser').set({ jobNumber: 'WK12345' }).where('userNo', '=', workerNo).execute();
  [keeper, checker] = [await as(app, 'discipline.keeper'), await as(app, 'discipline.checker')];
  [stranger, worker] = [await as(app, 'discipline.stranger'), await as(app, 'discipline.worker')];
  voucherNo = await uploaded('disciplineVoucher');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** A picture that the keeper attached to a subject of their own. */
async function uploaded(subjectType: string): Promise<string> {
  const content = Buffer.from(PNG, 'base64');
  const md5 = createHash('md5').update(content).digest('hex');
  const { userNo } = await app.database.db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'discipline.keeper')
    .executeTakeFirstOrThrow();
  const sent = { fileName: 'gate.png', subjectType, subjectNo: userNo, content: PNG, md5 };
  return (await keeper.call(file.uploadAttach, sent)).attachId;
}

const form = (changes: object = {}) => ({
  jobNumber: 'WK12345',
  disciplineType: 'LATE' as const,
  disciplineLevel: 'NOTICE' as const,
  points: 5,
  happenedOn: today,
  content: 'Forty minutes late',
  voucherIds: [voucherNo],
  ...changes,
});
const save = async (changes: object = {}) => (await keeper.post(discipline.save, form(changes))).data;
const rowOf = async (recordNo: string, who = checker): Promise<discipline.DisciplineRow> =>
  (await who.get(discipline.detail.path.replace('{recordNo}', recordNo))).data;
const act = async (endpoint: { readonly path: string }, recordNo: string, more: object, who = checker) =>
  (await who.post(endpoint.path, { recordNo, version: (await rowOf(recordNo, who)).version, ...more })).data;

/** A word of the worker’s that was found then. */
async function noteWord(action: 'FLAG' | 'WARN', hitAt: Date): Promise<void> {
  const { db } = app.database;
  const wordGroup = `Rude ${action} ${hitAt.toISOString()}`;
  const group = { wordGroup, words: ['rude'], exceptions: [], scopes: ['FOLLOW_UP' as const], action };
  const { wordGroupNo } = await db
    .insertInto('wordGroup')
    .values({ ...group, updatedBy: workerNo })
    .returning('wordGroupNo')
    .executeTakeFirstOrThrow();
  const hit = { wordGroupNo, word: 'rude', scope: 'FOLLOW_UP' as const, text: 'Was rude', userNo: workerNo, hitAt };
  await db.insertInto('wordHit').values(hit).execute();
}

it('counts once another person confirmed it, after the person’s objection was answered', async () => {
  const { recordNo } = await save();
  expect((await rowOf(recordNo, keeper)).allowedActions).toEqual([]);
  expect((await act(discipline.confirm, recordNo, { reason: 'Seen' }, keeper)).error).toBe('MAKER_IS_CHECKER');
  const own = await worker.post(discipline.page, listOf());
  expect(own.data.rows).toMatchObject([{ recordNo, allowedActions: ['object'] }]);
  expect((await act(discipline.appeal, recordNo, { objection: 'The bus broke down' }, worker)).disciplineStatus).toBe(
    'PENDING',
  );
  expect((await act(discipline.appeal, recordNo, { objection: 'Again' }, worker)).error).toBe('ILLEGAL_TRANSITION');
  expect((await act(discipline.confirm, recordNo, { reason: 'Seen' })).error).toBe('OBJECTION_UNANSWERED');
  const answered = { reason: 'Seen', answer: 'Nobody else was late' };
  expect((await act(discipline.confirm, recordNo, answered)).disciplineStatus).toBe('CONFIRMED');
  const sums = (await keeper.post(discipline.summary, { filters: {} })).data;
  const groups = await keeper.call(discipline.groupSummary, { filters: {} });
  expect(groups.map(({ people, records, points }) => ({ people, records, points }))).toEqual([
    { people: sums.length, records: sums[0]?.records, points: sums[0]?.points },
  ]);
  expect(sums).toMatchObject([
    { userNo: workerNo, jobNumber: expect.anything(), records: 1, points: 5, flaggedWords: 0 },
  ]);
  await noteWord('FLAG', new Date());
  await noteWord('WARN', new Date());
  await noteWord('FLAG', startOfBusinessDate(addDays(today, -3)));
  const flagged = async (happenedOn: object) => {
    const found = await keeper.call(discipline.summary, { filters: { happenedOn } });
    return found.map(({ flaggedWords }) => flaggedWords);
  };
  expect(await flagged({ from: addDays(today, -30), to: today })).toEqual([2]);
  expect(await flagged({ from: today, to: today })).toEqual([1]);
  expect((await act(discipline.revoke, recordNo, { reason: 'The bus did break down' })).disciplineStatus).toBe(
    'REVOKED',
  );
  expect((await keeper.post(discipline.summary, { filters: {} })).data).toEqual([]);
});

it('refuses what is no record, beside its field', async () => {
  const refusal = async (changes: object) => {
    const { error, fields } = await save(changes);
    return [error, fields?.[0]?.field];
  };
  expect(await refusal({ jobNumber: 'short' })).toEqual(['BAD_REQUEST', 'jobNumber']);
  expect(await refusal({ jobNumber: 'NO12345' })).toEqual(['JOB_NUMBER_UNKNOWN', 'jobNumber']);
  expect(await refusal({ points: 11 })).toEqual(['POINTS_OUT_OF_RANGE', 'points']);
  expect(await refusal({ happenedOn: addDays(today, 1) })).toEqual(['HAPPENED_LATER', 'happenedOn']);
  expect(await refusal({ voucherIds: [] })).toEqual(['BAD_REQUEST', 'voucherIds']);
  await save({ happenedOn: addDays(today, -1) });
  expect(await refusal({ happenedOn: addDays(today, -1) })).toEqual(['DISCIPLINE_EXISTS', 'happenedOn']);
  expect((await stranger.post(discipline.save, form())).data.error).toBe('JOB_NUMBER_UNKNOWN');
  expect((await stranger.post(discipline.page, listOf())).data.rows).toEqual([]);
});

it('is proposed once by what it comes from', async () => {
  const proposal = {
    userNo: workerNo,
    disciplineType: 'ABSENT',
    disciplineLevel: 'WARNING',
    points: 10,
    happenedOn: addDays(today, -3),
    content: 'Absent all day',
    source: 'SCHEDULE',
    sourceRef: 'AB1',
  } as const;
  const propose = async () => await app.database.db.transaction().execute((tx) => proposeRecord(tx, proposal));
  expect(await propose()).toMatch(/^DR/);
  expect(await propose()).toBeNull();
});

it('takes objections for three working days, and offers none afterwards', async () => {
  const { db } = app.database;
  // A Friday, a Monday, and a Wednesday before Christmas.
  expect(await lastObjectionDay(db, '2026-11-27')).toBe('2026-12-02');
  expect(await lastObjectionDay(db, '2026-11-30')).toBe('2026-12-03');
  expect(await lastObjectionDay(db, '2026-12-23')).toBe('2026-12-29');
  const { recordNo } = await save({ happenedOn: addDays(today, -20) });
  expect((await rowOf(recordNo, worker)).allowedActions).toEqual(['object']);
  const past = startOfBusinessDate(addDays(today, -15));
  await db.updateTable('disciplineRecord').set({ recordedAt: past }).where('recordNo', '=', recordNo).execute();
  expect((await rowOf(recordNo, worker)).allowedActions).toEqual([]);
});

/** What became of a job's items, once it ended. */
async function itemsOf(person: Person, jobNo: string) {
  await expect
    .poll(async () => (await person.call(job.detail, { jobNo })).finishedAt, { timeout: 20_000 })
    .toEqual(expect.any(String));
  return (await person.call(job.items, { jobNo, page: 1, pageSize: 50 })).rows;
}

it('records by file are each for another person to confirm, and many are confirmed or dismissed at once', async () => {
  const row = (disciplineType: string, more: object = {}) => ({
    jobNumber: 'WK12345',
    disciplineType,
    disciplineLevel: 'NOTICE',
    points: '10',
    happenedOn: addDays(today, -7),
    content: 'Found by the auditors',
    voucherIds: `${voucherNo}; ${voucherNo}`,
    ...more,
  });
  const rows = [
    row('LATE'),
    row('ABSENT'),
    row('OTHER'),
    row('LATE', { jobNumber: 'NOBODY1' }),
    row('LATE', { points: '11', happenedOn: addDays(today, -8) }),
    row('OTHER', { voucherIds: '', happenedOn: addDays(today, -8) }),
    row('OTHER', { happenedOn: addDays(today, 1) }),
  ];
  const { jobNo } = await keeper.call(imports.apply, { kind: 'discipline.import', rows });
  const read = await itemsOf(keeper, jobNo);
  expect(read.map(({ itemStatus, field }) => field ?? itemStatus)).toEqual([
    'SUCCESS',
    'SUCCESS',
    'SUCCESS',
    'jobNumber',
    'points',
    'voucherIds',
    'happenedOn',
  ]);
  const whole = { filters: { source: 'IMPORT' as const }, page: 1, pageSize: 100, sort: null } as const;
  const page = async (person: Person) => (await person.call(discipline.page, whole)).rows;
  const noOf = async (type: string) =>
    (await page(keeper)).find(({ disciplineType }) => disciplineType === type)?.recordNo ?? '';
  const [late, absent, other] = [await noOf('LATE'), await noOf('ABSENT'), await noOf('OTHER')];
  await act(discipline.appeal, absent, { objection: 'I was there' }, worker);

  const own = await keeper.call(discipline.confirmMany, { recordNos: [late], reason: 'Checked' });
  expect(await itemsOf(keeper, own.jobNo)).toMatchObject([{ subjectNo: late, itemStatus: 'FAILURE' }]);
  const confirmed = await checker.call(discipline.confirmMany, { recordNos: [late, absent], reason: 'Checked' });
  expect(await itemsOf(checker, confirmed.jobNo)).toMatchObject([
    { subjectNo: late, itemStatus: 'SUCCESS' },
    { subjectNo: absent, itemStatus: 'FAILURE' },
  ]);
  const dismissed = await checker.call(discipline.dismissMany, { recordNos: [other], reason: 'No evidence' });
  expect(await itemsOf(checker, dismissed.jobNo)).toMatchObject([{ subjectNo: other, itemStatus: 'SUCCESS' }]);
  const statuses = Object.fromEntries((await page(worker)).map((one) => [one.recordNo, one.disciplineStatus]));
  expect(statuses).toEqual({ [late]: 'CONFIRMED', [absent]: 'PENDING', [other]: 'DISMISSED' });
});

it('rests on evidence that was uploaded for it, which the person and the keepers of their merchants see', async () => {
  expect((await save({ voucherIds: ['AT999999'] })).error).toBe('ATTACHMENT_NOT_FOUND');
  expect((await save({ voucherIds: [await uploaded('own')] })).error).toBe('ATTACHMENT_NOT_FOUND');
  const opened = async (who: Person) => (await who.get(file.attachDownload, { attachId: voucherNo })).status;
  // Somebody whose records rest on other evidence, or who has none.
  await addPerson(app.database, 'discipline.colleague', {
    pages: ['/AdminContent/AppraisalSystem/EmployeeDisciplineData'],
    codes: [],
  });
  expect(await opened(await as(app, 'discipline.colleague'))).not.toBe(200);
  const found = await keeper.get(discipline.person, { jobNumber: 'WK12345' });
  expect(found.data).toMatchObject({ userNo: workerNo });
  expect((await stranger.get(discipline.person, { jobNumber: 'WK12345' })).data.error).toBe('JOB_NUMBER_UNKNOWN');
  const { recordNo } = await save({ disciplineType: 'OTHER' });
  expect(await opened(worker)).toBe(200);
  expect(await opened(checker)).toBe(200);
  expect(await opened(stranger)).not.toBe(200);
  // What the keeper uploaded for the records of others stays closed to whoever one record is about.
  const forOthers = await uploaded('disciplineVoucher');
  const other = await worker.get(file.attachDownload, { attachId: forOthers });
  expect(other.data.error).toBe('ATTACHMENT_NOT_FOUND');
  await act(discipline.dismiss, recordNo, { reason: 'A trial' });
});

it('takes no evidence of keepers whose files one does not see', async () => {
  const { db } = app.database;
  const { userNo } = await addPerson(app.database, 'discipline.outsider', {
    pages: ['/AdminContent/AppraisalSystem/EmployeeDisciplineData'],
    codes: ['appraisal:discipline:save'],
  });
  const merchants = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(2).execute();
  const merchantNo = merchants[1]?.merchantNo ?? '';
  await db
    .insertInto('userMerchant')
    .values([userNo, workerNo].map((one) => ({ userNo: one, merchantNo })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const outsider = await as(app, 'discipline.outsider');
  const refused = await outsider.refusalOf(discipline.save, form({ disciplineType: 'ABSENT', points: 10 }));
  expect(refused).toMatchObject({ error: 'ATTACHMENT_NOT_FOUND', fields: ['voucherIds'] });
});

it('is proposed from a day of unusual reveals, once, for another person to confirm', async () => {
  const eatDay = addDays(today, -2);
  const propose = async (who: Person, more: object = {}) => {
    const asked = { userNo: workerNo, eatDay, points: 25, content: 'Nothing followed', ...more };
    return (await who.post(discipline.propose, asked)).data;
  };
  expect((await propose(keeper)).error).toBe('NOT_FOUND');
  await app.database.db
    .insertInto('revealLog')
    .values(
      [1, 2, 3, 4, 5].map((subject) => ({
        userNo: workerNo,
        eatDay,
        subjectNo: `LO${subject}`,
        kind: 'order.phone',
        field: 'phone',
        purpose: 'CALL_BACK',
        outcome: 'SHOWN' as const,
        requestId: `discipline-${subject}`,
        address: '127.0.0.1',
        sessionId: null,
        happenedAt: new Date(startOfBusinessDate(eatDay).getTime() + 23 * 3_600_000),
      })),
    )
    .execute();
  expect((await propose(stranger)).error).toBe('NOT_FOUND');
  const { recordNo } = await propose(keeper);
  expect(await rowOf(recordNo)).toMatchObject({
    source: 'SECURITY',
    disciplineType: 'DATA_MISUSE',
    points: 25,
    happenedOn: eatDay,
    content: '5 values revealed, usually 0. Nothing followed',
    sourceRef: `${workerNo}_${eatDay}`,
  });
  expect((await propose(checker)).error).toBe('DISCIPLINE_EXISTS');
  expect((await act(discipline.confirm, recordNo, { reason: 'Mine' }, keeper)).error).toBe('MAKER_IS_CHECKER');
  expect((await act(discipline.confirm, recordNo, { reason: 'Seen' })).disciplineStatus).toBe('CONFIRMED');
});
