import { change, dataRequest, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../testing/test-app.ts';
import { listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { runJob } from '../../platform/jobs/testing/run-job.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { askGate } from '../contacts/index.ts';
import { openSubjectDesk, requestForm as form, type Subject, type SubjectDesk } from './testing/subject-desk.ts';

let desk: SubjectDesk;
let app: TestApp;
let agent: Person;
let other: Person;
let elsewhere: Person;
let merchantNo: string;
const { approve, reject } = change.changeFamilies.customerAccount;
const today = businessDateOf(new Date());

beforeAll(async () => {
  desk = await openSubjectDesk();
  ({ app, agent, other, elsewhere, merchantNo } = desk);
});
afterAll(async () => await desk[Symbol.asyncDispose]());

const detail = async (requestNo: string) => await agent.call(dataRequest.one, { requestNo });

describe('the clock', () => {
  it('gives each kind its days from the day received, and says who is late', async () => {
    const { customerNo } = await desk.customer();
    const early = addDays(today, -10);
    for (const [kind, days] of [
      ['ACCESS', 7],
      ['CORRECTION', 14],
      ['OBJECTION', 14],
      ['ERASURE', 14],
    ] as const) {
      const { requestNo } = await agent.call(dataRequest.save, form(customerNo, kind, early));
      expect((await detail(requestNo)).row).toMatchObject({ dueOn: addDays(early, days), requestStatus: 'RECEIVED' });
    }
    const { rows } = (await agent.post(dataRequest.page, listOf({ customerNo, isOverdue: true }))).data;
    expect(rows).toMatchObject([{ requestKind: 'ACCESS', isOverdue: true }]);
  });

  it('takes one open request of a kind, none from tomorrow, and none of another merchant', async () => {
    const { customerNo } = await desk.customer();
    const late = form(customerNo, 'ACCESS', addDays(today, 1));
    expect(await agent.refusalOf(dataRequest.save, late)).toMatchObject({
      error: 'DATA_REQUEST_DAY',
      fields: ['receivedOn'],
    });
    const { requestNo } = await agent.call(dataRequest.save, form(customerNo, 'ACCESS'));
    expect(await agent.refusalOf(dataRequest.save, form(customerNo, 'ACCESS'))).toMatchObject({
      error: 'DATA_REQUEST_OPEN',
    });
    expect(await elsewhere.refusalOf(dataRequest.save, form(customerNo, 'ERASURE'))).toMatchObject({
      error: 'CUSTOMER_NOT_FOUND',
    });
    expect(await elsewhere.refusalOf(dataRequest.verify, { requestNo, identityCheck: 'CALL_BACK' })).toMatchObject({
      error: 'DATA_REQUEST_NOT_FOUND',
    });
    await agent.call(dataRequest.decline, { requestNo, answer: 'The person could not be identified' });
    expect((await detail(requestNo)).row).toMatchObject({ requestStatus: 'DECLINED', allowedActions: [] });
  });

  it('does nothing for a person who is not known to be who they say, nor for another kind', async () => {
    const { customerNo } = await desk.customer();
    const { requestNo } = await agent.call(dataRequest.save, form(customerNo, 'ERASURE'));
    expect((await agent.refusalOf(dataRequest.erase, { requestNo, reason: 'Asked' })).error).toBe('ILLEGAL_TRANSITION');
    expect((await agent.refusalOf(dataRequest.makeCopy, { requestNo })).error).toBe('DATA_REQUEST_KIND');
  });
});

it('makes a copy of all that is held, which is handed over, expires and whose download is recorded', async () => {
  const subject = await desk.customer();
  const requestNo = await desk.verified(subject.customerNo, 'ACCESS');
  const given = { requestNo, answer: 'Sent by registered mail' };
  expect((await agent.refusalOf(dataRequest.handOver, given)).error).toBe('DATA_COPY_MISSING');
  const { jobNo } = await agent.call(dataRequest.makeCopy, { requestNo });
  await runJob({ db: app.database.db, services: app.services, log: createLogger('silent') }, jobNo);
  expect((await detail(requestNo)).copy).toMatchObject({ jobNo, isMine: true, expiresAt: expect.any(String) });
  const file = await agent.get(job.file, { jobNo });
  expect(file.body.subarray(0, 2).toString()).toBe('PK');
  expect(file.body.includes('personal-data.json') && file.body.includes('personal-data.xlsx')).toBe(true);
  const { action } = await app.database.db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectNo', '=', jobNo)
    .orderBy('auditId', 'desc')
    .executeTakeFirstOrThrow();
  expect(action).toBe('dataRequest.copy.downloaded');
  expect((await other.get(job.file, { jobNo })).code).not.toBe(0);
  await agent.call(dataRequest.handOver, given);
  expect((await detail(requestNo)).row.requestStatus).toBe('FULFILLED');
});

it('corrects by two people, with before and after, and no number of somebody else', async () => {
  const subject = await desk.customer();
  const neighbour = await desk.customer();
  const requestNo = await desk.verified(subject.customerNo, 'CORRECTION');
  const taken = { requestNo, corrections: { phone: neighbour.phone }, reason: 'Letter' };
  expect(await agent.refusalOf(dataRequest.correct, taken)).toMatchObject({ error: 'PHONE_OF_ANOTHER' });
  const same = { requestNo, corrections: { county: 'Kisumu' }, reason: 'Letter' };
  expect((await agent.refusalOf(dataRequest.correct, same)).error).toBe('NOTHING_CHANGES');
  const wanted = { requestNo, corrections: { customerName: 'Zipporah N. Otieno', county: 'Siaya' }, reason: 'Letter' };
  const first = await agent.call(dataRequest.correct, wanted);
  expect((await detail(requestNo)).corrections).toContainEqual({ field: 'county', before: 'Kisumu', after: 'Siaya' });
  expect((await agent.post(approve.path, { changeNo: first.changeNo })).data.error).toBe('CHANGE_OWN');
  await other.call(reject, { changeNo: first.changeNo, reason: 'Send the ID as well' });
  expect((await detail(requestNo)).row.requestStatus).toBe('VERIFIED');
  const { changeNo } = await agent.call(dataRequest.correct, wanted);
  await other.call(approve, { changeNo });
  expect((await detail(requestNo)).row.requestStatus).toBe('FULFILLED');
  const { county, customerName } = await app.database.db
    .selectFrom('customer')
    .select(['county', 'customerName'])
    .where('customerNo', '=', subject.customerNo)
    .executeTakeFirstOrThrow();
  expect({ county, customerName }).toEqual({ county: 'Siaya', customerName: 'Zipporah N. Otieno' });
});

describe('an objection', () => {
  const gate = async (subject: Subject, purpose: 'MARKETING' | 'SERVICE', channel: 'SMS' | 'CALL' | 'ROBOT') =>
    await askGate(app.database.db, {
      phone: subject.phone,
      customerNo: subject.customerNo,
      merchantNo,
      purpose,
      channel,
      // 10:00 in Nairobi.
      at: new Date(`${today}T07:00:00Z`),
    });

  it('silences marketing on every channel at once, whatever was agreed or listed before, and nothing else', async () => {
    const subject = await desk.customer();
    const { db } = app.database;
    await db
      .insertInto('contactParty')
      .values({
        partyKind: 'LEAD',
        merchantNo,
        phone: subject.phone,
        partyName: subject.customerName,
        consentedAt: new Date(),
        consentVoucherIds: [],
      })
      .execute();
    await db
      .insertInto('marketingBlacklist')
      .values({ phone: subject.phone, blacklistReason: 'COMPLAINT', channels: ['SMS'], blacklistSource: 'AGENT' })
      .execute();
    expect((await gate(subject, 'MARKETING', 'CALL')).isAllowed).toBe(true);
    const requestNo = await desk.verified(subject.customerNo, 'OBJECTION');
    await agent.call(dataRequest.object, { requestNo, objectionScope: 'MARKETING', answer: 'Done' });
    for (const channel of ['SMS', 'CALL', 'ROBOT'] as const) {
      expect(await gate(subject, 'MARKETING', channel)).toMatchObject({ isAllowed: false, error: 'CONTACT_OBJECTED' });
      expect((await gate(subject, 'SERVICE', channel)).isAllowed).toBe(true);
    }
  });

  it('stops all contact where nothing is owed, and says what is where it does not', async () => {
    const subject = await desk.customer();
    const requestNo = await desk.verified(subject.customerNo, 'OBJECTION');
    await agent.call(dataRequest.object, { requestNo, objectionScope: 'ALL', answer: 'Done' });
    expect(await gate(subject, 'SERVICE', 'CALL')).toMatchObject({ error: 'CONTACT_OBJECTED' });
    const owing = await desk.borrower('DISBURSED');
    const late = await desk.verified(owing.customerNo, 'OBJECTION');
    const all = { requestNo: late, objectionScope: 'ALL', answer: 'Done' };
    expect(await agent.refusalOf(dataRequest.object, all)).toMatchObject({
      error: 'OBJECTION_LOAN_OPEN',
      fields: ['objectionScope'],
    });
    await agent.call(dataRequest.object, { requestNo: late, objectionScope: 'MARKETING', answer: 'Done' });
  });
});
