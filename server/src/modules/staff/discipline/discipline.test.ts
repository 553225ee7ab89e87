import { discipline } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { lastObjectionDay } from './commands.ts';
import { proposeRecord } from './index.ts';

let app: TestApp;
let keeper: Person;
let checker: Person;
let stranger: Person;
let worker: Person;
let workerNo: string;
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const pages = ['/AdminContent/AppraisalSystem/EmployeeDisciplineData'];
  const codes = ['save', 'confirm', 'revoke', 'export'].map((code) => `appraisal:discipline:${code}`);
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
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = (changes: object = {}) => ({
  jobNumber: 'WK12345',
  disciplineType: 'LATE',
  disciplineLevel: 'NOTICE',
  points: 5,
  happenedOn: today,
  content: 'Forty minutes late',
  voucherIds: ['AT000001'],
  ...changes,
});
const save = async (changes: object = {}) => (await keeper.post(discipline.save.path, form(changes))).data;
const rowOf = async (recordNo: string, who = checker): Promise<discipline.DisciplineRow> =>
  (await who.get(discipline.detail.path.replace('{recordNo}', recordNo))).data;
const act = async (endpoint: { readonly path: string }, recordNo: string, more: object, who = checker) =>
  (await who.post(endpoint.path, { recordNo, version: (await rowOf(recordNo, who)).version, ...more })).data;

it('counts once another person confirmed it, after the person’s objection was answered', async () => {
  const { recordNo } = await save();
  expect((await rowOf(recordNo, keeper)).allowedActions).toEqual([]);
  expect((await act(discipline.confirm, recordNo, { reason: 'Seen' }, keeper)).error).toBe('MAKER_IS_CHECKER');
  const own = await worker.post(discipline.page.path, listOf());
  expect(own.data.rows).toMatchObject([{ recordNo, allowedActions: ['object'] }]);
  expect((await act(discipline.appeal, recordNo, { objection: 'The bus broke down' }, worker)).disciplineStatus).toBe(
    'PENDING',
  );
  expect((await act(discipline.appeal, recordNo, { objection: 'Again' }, worker)).error).toBe('ILLEGAL_TRANSITION');
  expect((await act(discipline.confirm, recordNo, { reason: 'Seen' })).error).toBe('OBJECTION_UNANSWERED');
  const answered = { reason: 'Seen', answer: 'Nobody else was late' };
  expect((await act(discipline.confirm, recordNo, answered)).disciplineStatus).toBe('CONFIRMED');
  const sums = (await keeper.post(discipline.summary.path, { filters: {} })).data;
  expect(sums).toMatchObject([{ userNo: workerNo, jobNumber: expect.anything(), records: 1, points: 5 }]);
  expect((await act(discipline.revoke, recordNo, { reason: 'The bus did break down' })).disciplineStatus).toBe(
    'REVOKED',
  );
  expect((await keeper.post(discipline.summary.path, { filters: {} })).data).toEqual([]);
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
  expect((await stranger.post(discipline.save.path, form())).data.error).toBe('JOB_NUMBER_UNKNOWN');
  expect((await stranger.post(discipline.page.path, listOf())).data.rows).toEqual([]);
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

it('takes objections for three working days', () => {
  // A Friday, a Monday.
  expect(lastObjectionDay('2026-11-27')).toBe('2026-12-02');
  expect(lastObjectionDay('2026-11-30')).toBe('2026-12-03');
});
