import { change, contactBlacklist } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import type { ContactQuestion } from './gate.ts';
import { askGate } from './index.ts';

let app: TestApp;
let lister: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
let numbers = 0;
const PAGES = ['/AdminContent/MerchantSystem/ContactBlacklist'];
const CODES = ['contactBlacklist:add', 'contactBlacklist:remove', 'contactBlacklist:check'].map(
  (code) => `merchant:${code}`,
);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  const add = async (name: string, codes: readonly string[], isHere = true): Promise<Person> => {
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES, dailyRevealBudget: 20 });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  lister = await add('black.lister', CODES);
  checker = await add('black.checker', [...CODES, 'merchant:blacklist:audit']);
  elsewhere = await add('black.elsewhere', CODES, false);
  await attachFile(db, { attachmentNo: 'AT000001', subjectType: 'merchantVoucher', subjectNo: merchantNo });
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function customer(): Promise<{ customerNo: string; phone: string }> {
  numbers += 1;
  const phone = `2545556${String(numbers).padStart(5, '0')}`;
  const { customerNo } = await app.database.db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Mwangi Blocked', phone, idCardNo: '34567890' })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  return { phone, customerNo };
}
const block = (phone: string, more: object = {}, who = lister) =>
  who.post(contactBlacklist.add, {
    merchantNo,
    phone,
    blockReason: 'OBJECTED',
    blockScopes: ['ALL'],
    note: 'Asked not to be called',
    feedbackNo: null,
    expiresOn: null,
    ...more,
  });
/** What the gate says at noon of a working day; null where it is open. */
async function gate(one: { customerNo: string; phone: string }, more: Partial<ContactQuestion> = {}) {
  const at = new Date('2026-11-24T09:00:00.000Z');
  const answer = await askGate(app.database.db, {
    ...one,
    merchantNo,
    purpose: 'COLLECTION',
    channel: 'CALL',
    at,
    ...more,
  });
  return answer.isAllowed ? null : answer.error;
}

it('shuts the gate for the channels of its scopes, naming why', async () => {
  const one = await customer();
  expect(await gate(one)).toBeNull();
  expect((await block(one.phone, { blockScopes: ['NO_CALL'] })).code).toBe(0);
  expect(await gate(one)).toBe('CONTACT_OBJECTED');
  expect(await gate(one, { channel: 'ROBOT' })).toBe('CONTACT_OBJECTED');
  expect(await gate(one, { channel: 'SMS' })).toBeNull();
  // Their own number stays reachable for service.
  expect(await gate(one, { purpose: 'SERVICE' })).toBeNull();
  await block(one.phone, { blockReason: 'OFFICIAL' });
  expect(await gate(one, { purpose: 'SERVICE' })).toBe('CONTACT_OFFICIAL');
});

it('leaves a number that is nobody’s contact to its own customer', async () => {
  const [own, other] = [await customer(), await customer()];
  await block(own.phone, { blockReason: 'WRONG_NUMBER', blockScopes: ['NOT_A_CONTACT'] });
  expect(await gate(own)).toBeNull();
  expect(await gate({ customerNo: other.customerNo, phone: own.phone })).toBe('CONTACT_WRONG_NUMBER');
});

it('ends on its last day, and makes room for the next', async () => {
  const one = await customer();
  expect((await block(one.phone, { expiresOn: '2020-01-01' })).data.fields).toMatchObject([{ field: 'expiresOn' }]);
  const { blockId } = (await block(one.phone, { expiresOn: '2099-12-31' })).data;
  expect((await block(one.phone)).data).toMatchObject({
    error: 'CONTACT_BLOCK_STANDS',
    fields: [{ field: 'phone' }],
  });
  const past = { setAt: new Date('2025-01-01'), expiresAt: new Date('2026-01-01') } as object;
  await app.database.db.updateTable('contactBlock').set(past).where('blockId', '=', Number(blockId)).execute();
  expect(await gate(one)).toBeNull();
  expect((await lister.get(contactBlacklist.detail, { blockId })).data.row.blacklistStatus).toBe('EXPIRED');
  expect((await block(one.phone)).code).toBe(0);
  expect((await lister.get(contactBlacklist.detail, { blockId })).data.row.blacklistStatus).toBe('EXPIRED');
});

it('refuses what is no number, no reason, no complaint and no merchant of one’s own', async () => {
  for (const [answer, field] of [
    [await block('0712345678'), 'phone'],
    [await block('254712345678', { blockScopes: [] }), 'blockScopes'],
    [await block('254712345678', { note: ' ' }), 'note'],
    [await block('254712345678', { blockReason: 'COMPLAINT' }), 'feedbackNo'],
    [await block('254712345678', { blockReason: 'COMPLAINT', feedbackNo: 'FB0' }), 'feedbackNo'],
    [await block('254712345678', {}, elsewhere), 'merchantNo'],
  ] as const) {
    expect(answer.data.fields).toMatchObject([{ field }]);
  }
});

it('is taken off by two people with the consent, a death by those who decide alone', async () => {
  const one = await customer();
  const { blockId } = (await block(one.phone)).data;
  const { data } = await lister.post(contactBlacklist.page, listOf({ blacklistStatus: 'ACTIVE' }));
  expect(data.rows.find((row: { blockId: string }) => row.blockId === blockId)).toMatchObject({
    linkedCustomers: 1,
    attemptsBlocked: 0,
    allowedActions: ['remove'],
  });
  const removal = { blockId, reason: 'Agreed again', voucherIds: ['AT000001'] };
  expect((await lister.post(contactBlacklist.remove, { ...removal, voucherIds: [] })).data.fields).toMatchObject([
    { field: 'voucherIds' },
  ]);
  expect((await elsewhere.post(contactBlacklist.remove, removal)).data.error).toBe('CONTACT_BLOCK_NOT_FOUND');
  const unattached = { ...removal, voucherIds: ['AT999999'] };
  expect((await lister.post(contactBlacklist.remove, unattached)).data.error).toBe('ATTACHMENT_NOT_FOUND');
  const { changeNo } = (await lister.post(contactBlacklist.remove, removal)).data;
  expect((await checker.post(change.changeFamilies.contactBlock.approve, { changeNo })).code).toBe(0);
  expect(await gate(one)).toBeNull();
  expect((await lister.get(contactBlacklist.detail, { blockId })).data.row.blacklistStatus).toBe('REMOVED');

  const grave = (await block(one.phone, { blockReason: 'DEATH' })).data.blockId;
  expect((await lister.post(contactBlacklist.remove, { ...removal, blockId: grave })).data.error).toBe('FORBIDDEN');
  expect((await checker.post(contactBlacklist.remove, { ...removal, blockId: grave })).code).toBe(0);
});

it('says whether a number is blocked, and records that it was asked', async () => {
  const one = await customer();
  await block(one.phone);
  const asked = await lister.post(contactBlacklist.check, { phone: one.phone });
  expect(asked.data.blocks).toMatchObject([{ blockKind: 'OBJECTED', blockScopes: ['ALL'] }]);
  const last = async () =>
    await app.database.db
      .selectFrom('revealLog')
      .select(['outcome', 'revealId'])
      .where('kind', '=', 'search.contactBlacklist.check')
      .orderBy('revealId', 'desc')
      .limit(1)
      .executeTakeFirst();
  const before = await last();
  expect(before?.outcome).toBe('SHOWN');
  // A refused addition says the same, and is on record as well.
  await block(one.phone);
  expect(await last()).toMatchObject({ outcome: 'REPEATED' });
  expect((await last())?.revealId).not.toBe(before?.revealId);
});

it('proposes a number that was wrong for three people, with their calls, until it is blocked', async () => {
  const { db } = app.database;
  const phone = '254799000333';
  const called = async (idCardNo: string, more: object = {}) => {
    numbers += 1;
    const { customerNo } = await db
      .insertInto('customer')
      .values({ merchantNo, customerName: 'Mwangi', phone: `2545557${String(numbers).padStart(5, '0')}`, idCardNo })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    const { attemptId } = await db
      .insertInto('contactAttempt')
      .values({
        attemptedAt: new Date(),
        phone,
        purpose: 'COLLECTION',
        channel: 'CALL',
        partyKind: 'GUARANTOR',
        customerNo,
        merchantNo,
        ...more,
      })
      .returning('attemptId')
      .executeTakeFirstOrThrow();
    await db.insertInto('contactResult').values({ attemptId, outcome: 'NUMBER_FAULT' }).execute();
    return { customerNo, attemptId: String(attemptId) };
  };
  const proposals = async (who = lister) =>
    (await who.call(contactBlacklist.proposals, {})).filter((one) => one.phone === '25*******333');
  await called('71000001');
  await called('71000002');
  // The same person once more, and a call that the gate refused, make no third.
  await called('71000002');
  await called('71000009', { refusedFor: 'CONTACT_CAP' });
  expect(await proposals()).toEqual([]);
  const last = await called('71000003');
  const [found] = await proposals();
  expect(found).toMatchObject({ customers: 3, merchantNo, proposalId: last.attemptId });
  expect(found?.calls).toHaveLength(4);
  expect(await proposals(elsewhere)).toEqual([]);
  const form = { proposalId: found?.proposalId ?? '', blockScopes: ['ALL', 'NOT_A_CONTACT'], note: 'Not theirs' };
  expect((await elsewhere.refusalOf(contactBlacklist.addProposed, form)).error).toBe('NOT_FOUND');
  expect((await lister.post(contactBlacklist.addProposed, form)).code).toBe(0);
  expect(await proposals()).toEqual([]);
  const [row] = (await lister.post(contactBlacklist.page, listOf({ phone }))).data.rows;
  expect(row).toMatchObject({ blockKind: 'WRONG_NUMBER', blockScopes: ['ALL', 'NOT_A_CONTACT'] });
  expect((await lister.refusalOf(contactBlacklist.addProposed, form)).error).toBe('NOT_FOUND');
});
