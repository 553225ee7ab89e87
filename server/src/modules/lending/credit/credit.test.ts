import { imports, job, temporaryCredit } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../db/database.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { temporaryCreditTaskMachine } from '../../parties/customers/index.ts';
import { AppError } from '../../../http/app-error.ts';
import { creditImport } from './import.ts';
import { creditOf } from './index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { faultOf } from './eligibility.ts';
import { heldOut } from './held-out.ts';
import { openCredit, settleCredits } from './index.ts';
import { statusAt } from './settle-credits.ts';

let app: TestApp;
let maker: Person;
let auditor: Person;
let elsewhere: Person;
let merchantNo: string;
let customers = 0;
let stop: () => Promise<void>;
const CODES = ['create', 'remove', 'audit', 'recordPage'].map((code) => `operation:temporaryCreditTask:${code}`);
const PAGES = ['/AdminContent/OperationSystem/TemporaryCreditLimitIssuance'];
const NOW = new Date();
const TODAY = businessDateOf(NOW);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  for (const name of ['limit.maker', 'limit.auditor', 'limit.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES, dailyRevealBudget: 200 });
    if (name !== 'limit.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, auditor, elsewhere] = [
    await as(app, 'limit.maker'),
    await as(app, 'limit.auditor'),
    await as(app, 'limit.elsewhere'),
  ];
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const within = <T>(work: (tx: Tx) => Promise<T>) => app.database.db.transaction().execute(work);
const line = (customerNo: string, more: object = {}) =>
  within((tx) =>
    openCredit(tx, {
      customerNo,
      creditType: 'REVOLVING',
      limitCents: 10_000_00,
      grantedAt: NOW,
      expiresAt: null,
      ...more,
    }),
  );

async function customer(hasLine = true): Promise<{ customerNo: string; phone: string }> {
  customers += 1;
  const phone = `2547666${String(customers).padStart(5, '0')}`;
  const { customerNo } = await app.database.db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Njoroge Limit', phone, idCardNo: '23456789' })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  if (hasLine) {
    await line(customerNo);
    await settleCredits(app.database.db, new Date());
  }
  return { customerNo, phone };
}
async function create(phones: readonly string[], more: object = {}, who = maker) {
  const { data } = await maker.post(temporaryCredit.taskCheck, { merchantNo, phones });
  return await who.post(temporaryCredit.taskCreate, {
    merchantNo,
    taskName: 'School fees',
    phones,
    checked: data.checked,
    amountCents: 3_000_00,
    validDays: 14,
    reason: 'Back to school',
    ...more,
  });
}
const audit = (taskNo: string, isApproved = true, who = auditor) =>
  who.post(temporaryCredit.taskAudit, { taskNo, isApproved, ...(!isApproved && { remark: 'Too much' }) });
const remaining = async (customerNo: string, at = new Date()) =>
  (await creditOf(app.database.db, customerNo, at))?.remainingCents;

it('raises a limit for its days once an auditor agreed, and not a moment longer', async () => {
  const { customerNo, phone } = await customer();
  const { taskNo } = (await create([phone])).data;
  expect(await remaining(customerNo)).toBe(10_000_00);
  expect((await audit(taskNo, true, maker)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await audit(taskNo, true, elsewhere)).data.error).toBe('CREDIT_TASK_NOT_FOUND');
  expect((await audit(taskNo)).data).toMatchObject({ taskStatus: 'APPROVED', granted: 1, failed: 0 });
  expect((await audit(taskNo, false)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await maker.post(temporaryCredit.taskRemove, { taskNo })).data.error).toBe('ILLEGAL_TRANSITION');
  const over = startOfBusinessDate(addDays(TODAY, 14));
  expect(await remaining(customerNo)).toBe(13_000_00);
  expect(await remaining(customerNo, new Date(over.getTime() - 1))).toBe(13_000_00);
  expect(await remaining(customerNo, over)).toBe(10_000_00);
  const { data } = await maker.post(temporaryCredit.recordPage, listOf({ phone }));
  expect(data.rows).toMatchObject([
    { creditStatus: 'GRANTED', limitCents: 13_000_00, amountCents: 3_000_00, phone: expect.stringContaining('*') },
  ]);
  await settleCredits(app.database.db, over);
  const after = await maker.post(temporaryCredit.recordPage, listOf({ phone }));
  expect(after.data.rows[0].creditStatus).toBe('EXPIRED');
});

it('is raised by coupons for a higher limit while they may be used, and by no others', async () => {
  const { customerNo } = await customer();
  const { db } = app.database;
  const { userNo: makerUserNo } = await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow();
  const give = async (couponType: 'INCREASE_LOAN_LIMIT' | 'DISCOUNT', expiresAt: Date) => {
    const template = { merchantNo, couponContent: 'More', couponType, amountCents: 2_000_00, useRule: '{}' } as const;
    const { couponTemplateNo } = await db
      .insertInto('couponTemplate')
      .values({ ...template, validityDays: 30, makerUserNo })
      .returning('couponTemplateNo')
      .executeTakeFirstOrThrow();
    const { couponContent: _said, ...held } = template;
    const coupon = { ...held, couponTemplateNo, customerNo, effectiveOn: TODAY, expiresAt };
    return await db
      .insertInto('coupon')
      .values({ ...coupon, couponStatus: 'AVAILABLE' })
      .returning('couponNo')
      .executeTakeFirstOrThrow();
  };
  const later = startOfBusinessDate(addDays(TODAY, 2));
  const { couponNo } = await give('INCREASE_LOAN_LIMIT', later);
  await give('DISCOUNT', later);
  expect(await remaining(customerNo)).toBe(12_000_00);
  expect(await remaining(customerNo, later)).toBe(10_000_00);
  await db.updateTable('coupon').set({ couponStatus: 'FROZEN' }).where('couponNo', '=', couponNo).execute();
  expect(await remaining(customerNo)).toBe(10_000_00);
});

it('begins on its day', async () => {
  const { customerNo, phone } = await customer();
  const effectiveOn = addDays(TODAY, 3);
  const { taskNo } = (await create([phone], { effectiveOn })).data;
  await audit(taskNo);
  expect(await remaining(customerNo)).toBe(10_000_00);
  const begins = startOfBusinessDate(effectiveOn);
  expect(await remaining(customerNo, begins)).toBe(13_000_00);
  const statusOf = async () => (await maker.get(temporaryCredit.task, { taskNo })).data.items[0].creditStatus;
  expect(await statusOf()).toBe('GRANTING');
  await settleCredits(app.database.db, begins);
  expect(await statusOf()).toBe('GRANTED');
});

it('tells whom nothing was granted, and why', async () => {
  const { db } = app.database;
  const [fine, without, fixed, listed] = [await customer(), await customer(false), await customer(), await customer()];
  await db
    .updateTable('customerCredit')
    .set({ isAdjustable: false })
    .where('customerNo', '=', fixed.customerNo)
    .execute();
  await db
    .insertInto('customerBlacklist')
    .values({ merchantNo, listKind: 'PHONE', listValue: listed.phone, reason: 'Fraud ring' })
    .execute();
  const phones = [fine, without, fixed, listed].map(({ phone }) => phone);
  await db.updateTable('loanOrder').set({ modelLevel: 'B' }).where('customerNo', '=', fine.customerNo).execute();
  const { modelLevel = null } =
    (await db
      .selectFrom('loanOrder')
      .select('modelLevel')
      .where('customerNo', '=', fine.customerNo)
      .executeTakeFirst()) ?? {};
  const check = (await maker.post(temporaryCredit.taskCheck, { merchantNo, phones: [...phones, '254700000000'] })).data;
  expect(check).toMatchObject({ eligible: 1, unknown: ['254700000000'], levels: [{ modelLevel, customers: 1 }] });
  const { taskNo } = (await create(phones)).data;
  expect((await audit(taskNo)).data).toMatchObject({ granted: 1, failed: 3 });
  const { data } = await maker.get(temporaryCredit.task, { taskNo });
  expect(data.levels).toEqual([{ modelLevel, customers: 1 }]);
  expect(data.items.map((item: { fault: { error: string } | null }) => item.fault?.error ?? null)).toEqual([
    'CREDIT_LINE_MISSING',
    'CREDIT_NOT_ADJUSTABLE',
    'CREDIT_BLACKLISTED',
    null,
  ]);
  const again = (await create([fine.phone])).data.taskNo;
  expect((await audit(again)).data).toMatchObject({ granted: 0, failed: 1 });
  expect(await remaining(fine.customerNo)).toBe(13_000_00);
});

it('refuses what cannot be, beside its field, and writes nothing', async () => {
  const { phone } = await customer();
  const count = async () => (await app.database.db.selectFrom('temporaryCreditTask').select('taskNo').execute()).length;
  const before = await count();
  for (const [answer, error, field] of [
    [await create([phone], { checked: 'never' }), 'CREDIT_NOT_CHECKED', 'phones'],
    [await create([phone, '254700000000']), 'COUPON_PHONES_UNKNOWN', 'phones'],
    [await create([phone], { amountCents: 20_000_01_00 }), 'CREDIT_ABOVE_CAP', 'amountCents'],
    [await create([phone], { amountCents: 150 }), 'WHOLE_SHILLINGS', 'amountCents'],
    [await create([phone], { validDays: 91 }), 'BAD_REQUEST', 'validDays'],
    [await create([phone], { taskName: ' ' }), 'BAD_REQUEST', 'taskName'],
    [await create([phone], { effectiveOn: addDays(TODAY, -1) }), 'CONFIG_DATE_PAST', 'effectiveOn'],
    [await create([phone], {}, elsewhere), 'REFERENCE_UNKNOWN', 'merchantNo'],
  ] as const) {
    expect(answer.data).toMatchObject({ error, fields: [{ field }] });
  }
  expect(await count()).toBe(before);
});

it('rejects with why, and takes what granted nothing off the list', async () => {
  const { customerNo, phone } = await customer();
  const { taskNo } = (await create([phone])).data;
  const bare = await auditor.post(temporaryCredit.taskAudit, {
    taskNo,
    isApproved: false,
  });
  expect(bare.data.fields).toMatchObject([{ field: 'remark' }]);
  expect((await audit(taskNo, false)).data.taskStatus).toBe('REJECTED');
  expect((await audit(taskNo)).data.error).toBe('ILLEGAL_TRANSITION');
  expect(await remaining(customerNo)).toBe(10_000_00);
  expect((await maker.post(temporaryCredit.taskRemove, { taskNo })).code).toBe(0);
  expect((await maker.get(temporaryCredit.task, { taskNo })).data.error).toBe('CREDIT_TASK_NOT_FOUND');
});

it('is decided only while it waits; any other state refuses it and moves no row', async () => {
  const { db } = app.database;
  const { phone } = await customer();
  const { taskNo } = (await create([phone])).data;
  const refused = await refuseUnlisted({
    db,
    machine: temporaryCreditTaskMachine,
    tables: ['temporary_credit_task', 'customer_credit'],
    put: async (taskStatus) =>
      await db.updateTable('temporaryCreditTask').set({ taskStatus }).where('taskNo', '=', taskNo).execute(),
    commands: {
      approve: { gives: ['approve'], call: () => audit(taskNo) },
      reject: { gives: ['reject'], call: () => audit(taskNo, false) },
    },
  });
  expect(refused).toBe(4);
});

it('gives a customer one limit at a time, from its moment to its end', async () => {
  const { customerNo } = await customer(false);
  const until = new Date(NOW.getTime() + 86_400_000);
  await line(customerNo, { expiresAt: until });
  expect(await remaining(customerNo)).toBe(0);
  await settleCredits(app.database.db, new Date());
  expect(await remaining(customerNo)).toBe(10_000_00);
  await expect(line(customerNo)).rejects.toMatchObject({ error: 'CREDIT_LIVE' });
  await settleCredits(app.database.db, until);
  expect(await remaining(customerNo)).toBe(0);
  await line(customerNo, { limitCents: 5_000_00 });
  await settleCredits(app.database.db, new Date());
  expect(await remaining(customerNo)).toBe(5_000_00);
});

it('goes as far as the moments say', () => {
  const [before, from, until] = [new Date(1), new Date(10), new Date(20)];
  expect(statusAt('GRANTING', from, until, before)).toBe('GRANTING');
  expect(statusAt('GRANTING', from, until, from)).toBe('GRANTED');
  expect(statusAt('GRANTING', from, until, until)).toBe('EXPIRED');
  expect(statusAt('GRANTED', from, null, until)).toBe('GRANTED');
  expect(statusAt('EXPIRED', from, until, from)).toBe('EXPIRED');
});

it('names the weightiest reason', () => {
  const fine = { hasLine: true, isAdjustable: true, isOverdue: false, isBlacklisted: false, hasTemporary: false };
  expect(faultOf(fine)).toBeNull();
  expect(faultOf({ ...fine, isOverdue: true, hasTemporary: true })).toBe('CREDIT_OVERDUE');
  expect(faultOf({ ...fine, isBlacklisted: true, isOverdue: true })).toBe('CREDIT_BLACKLISTED');
  expect(faultOf({ ...fine, hasTemporary: true })).toBe('CREDIT_GRANTED_ALREADY');
});

it('finds tasks by the days they were made on, with the last day they count', async () => {
  const { phone } = await customer();
  const { data } = await create([phone]);
  const listed = async (filters: object) =>
    (await maker.post(temporaryCredit.taskPage, listOf({ taskNo: data.taskNo, ...filters }))).data;
  const today = await listed({ createdAt: { from: TODAY, to: TODAY } });
  expect(today.rows).toMatchObject([{ effectiveOn: TODAY, expiresOn: addDays(TODAY, 13) }]);
  expect((await listed({ createdAt: { to: addDays(TODAY, -1) } })).total).toBe(0);
});

it('decides and removes many by a job, those of the auditor’s own making not', async () => {
  const [one, two, own] = [await customer(), await customer(), await customer()];
  const taskNos: string[] = [];
  for (const { phone } of [one, two]) taskNos.push((await create([phone])).data.taskNo);
  const ownTask = (await create([own.phone], {}, auditor)).data.taskNo;
  const ended = async (jobNo: string) => {
    const read = async () => await auditor.call(job.detail, { jobNo });
    await expect.poll(async () => (await read()).finishedAt, { timeout: 20_000 }).toEqual(expect.any(String));
    const { succeeded, failed } = await read();
    return [succeeded, failed];
  };
  const decided = { taskNos: [...taskNos, ownTask], isApproved: true };
  expect(await ended((await auditor.call(temporaryCredit.taskAuditMany, decided)).jobNo)).toEqual([2, 1]);
  expect([await remaining(one.customerNo), await remaining(own.customerNo)]).toEqual([13_000_00, 10_000_00]);
  const bare = await auditor.refusalOf(temporaryCredit.taskAuditMany, { taskNos, isApproved: false });
  expect(bare.fields).toEqual(['remark']);
  const removed = await auditor.call(temporaryCredit.taskRemoveMany, { taskNos: decided.taskNos });
  expect(await ended(removed.jobNo)).toEqual([1, 2]);
});

it('makes tasks of an imported list, which its auditor decides', async () => {
  const [one, two, other] = [await customer(), await customer(), await customer()];
  const { db } = app.database;
  const row = (phone: string, more: object = {}) => ({
    taskName: 'From a list',
    merchantNo,
    phone,
    amountCents: '3,000',
    validDays: '14',
    effectiveOn: '',
    reason: 'Loyal customers',
    ...more,
  });
  const rows = [row(one.phone), row(two.phone), row(other.phone, { amountCents: '5,000' })];
  const { data } = await maker.post(imports.apply, { kind: 'temporaryCredit.import', rows });
  const read = async () => await maker.call(job.detail, { jobNo: data.jobNo });
  await expect.poll(async () => (await read()).jobStatus, { timeout: 20_000 }).toBe('SUCCESS');
  const listed = (await maker.post(temporaryCredit.taskPage, listOf({ taskName: 'From a list' }))).data.rows;
  const told = listed.map(({ amountCents, customers: many, taskStatus }: temporaryCredit.TaskRow) => [
    amountCents,
    many,
    taskStatus,
  ]);
  expect(told.toSorted()).toEqual([
    [3_000_00, 2, 'PENDING'],
    [5_000_00, 1, 'PENDING'],
  ]);
  const task = listed.find(({ amountCents }: temporaryCredit.TaskRow) => amountCents === 3_000_00);
  const decided = { taskNo: task?.taskNo ?? '', isApproved: true };
  expect((await maker.post(temporaryCredit.taskAudit, decided)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await auditor.post(temporaryCredit.taskAudit, decided)).data).toMatchObject({ granted: 2, failed: 0 });
  expect([await remaining(one.customerNo), await remaining(other.customerNo)]).toEqual([13_000_00, 10_000_00]);
  // What the form or the customer is not fails by itself, beside its column.
  const faultOf = async (cells: Readonly<Record<string, string>>) => {
    const read = creditImport.form.safeParse(creditImport.toInput(cells));
    if (!read.success) return read.error.issues[0]?.path[0];
    const call = { db, caller: { scope: 'all' } } as never;
    const fault = await Promise.resolve(creditImport.check?.(read.data, call)).then(
      () => null,
      (error: unknown) => error,
    );
    return fault instanceof AppError ? fault.error : fault;
  };
  expect(await faultOf(row(one.phone))).toBeNull();
  expect(await faultOf(row('254799999999'))).toBe('COUPON_PHONES_UNKNOWN');
  expect(await faultOf(row(one.phone, { amountCents: '10.50' }))).toBe('WHOLE_SHILLINGS');
  expect(await faultOf(row(two.phone, { validDays: '91' }))).toBe('validDays');
});

it('leaves a tenth out where it is asked to, the same ones always, and compares what both did', async () => {
  const { db } = app.database;
  const numbers = Array.from({ length: 25 }, (_, index) => `CU${index}`);
  const drawn = heldOut('TC000001', numbers);
  expect(drawn.size).toBe(2);
  expect(heldOut('TC000001', numbers.toReversed())).toEqual(drawn);
  expect(heldOut('TC000001', numbers.slice(0, 9)).size).toBe(0);

  const people = [];
  for (let count = 0; count < 10; count += 1) people.push(await customer());
  const { taskNo } = (
    await create(
      people.map(({ phone }) => phone),
      { holdsOut: true },
    )
  ).data;
  expect((await audit(taskNo)).data).toMatchObject({ granted: 9, failed: 0 });
  const { row, items, comparison } = await maker.call(temporaryCredit.task, { taskNo });
  expect(row).toMatchObject({ granted: 9, failed: 0, holdsOut: true });
  const [left] = items.filter(({ isHeldOut }) => isHeldOut);
  expect(left).toMatchObject({ creditStatus: null, fault: null });
  expect(await remaining(left?.customerNo ?? '')).toBe(10_000_00);
  const nobody = { borrowed: 0, lentCents: 0, overdue: 0 };
  expect(comparison).toEqual({ raised: { customers: 9, ...nobody }, heldOut: { customers: 1, ...nobody } });
  // One who was raised borrows, and does not pay in time.
  const raised = items.find(({ isHeldOut }) => !isHeldOut)?.customerNo ?? '';
  const productNo = await makeProduct(db);
  const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, maker: 'U000002', checker: 'U000013' });
  await db.updateTable('loanOrder').set({ customerNo: raised }).where('orderNo', '=', orderNo).execute();
  await db
    .updateTable('bill')
    .set({ dueDate: addDays(TODAY, -1) })
    .where('orderNo', '=', orderNo)
    .execute();
  const after = (await maker.call(temporaryCredit.task, { taskNo })).comparison;
  expect(after?.raised).toEqual({ customers: 9, borrowed: 1, lentCents: 300_000, overdue: 1 });
  expect(after?.heldOut).toEqual({ customers: 1, ...nobody });
  const plain = await customer();
  const other = (await create([plain.phone])).data;
  expect((await audit(other.taskNo)).data).toMatchObject({ granted: 1 });
  expect((await maker.call(temporaryCredit.task, { taskNo: other.taskNo })).comparison).toBeNull();
});
