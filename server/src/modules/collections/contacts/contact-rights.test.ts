import { change, contactRight } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { attachCertificate } from '../../../../testing/test-attachments.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { askGate } from './index.ts';

let app: TestApp;
let agent: Person;
let lister: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
let customers = 0;
const PAGES = ['MerchantSystem/ContactBlacklist', 'CustomerServiceSystem/CustomerManage'].map(
  (page) => `/AdminContent/${page}`,
);
const CONTACT = 'customerService:customer:contact';
const DISPUTE = 'customerService:feedback:dispute';
const AUDIT = 'merchant:blacklist:audit';

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
    userNos.set(name, userNo);
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  agent = await add('contact.agent', [CONTACT, DISPUTE, AUDIT]);
  lister = await add('contact.lister', ['merchant:contactBlacklist:add']);
  checker = await add('contact.checker', [AUDIT]);
  elsewhere = await add('contact.elsewhere', [CONTACT, DISPUTE, AUDIT], false);
  await attach('AT000001', 'contact.agent');
  await attach('AT000002', 'contact.agent');
  await attach('AT000003', 'contact.lister');
  await attach('AT000004', 'contact.agent', 'M0002');
});
afterAll(async () => await app[Symbol.asyncDispose]());
const userNos = new Map<string, string>();
/** A file that somebody attached for the merchant. */
const attach = async (attachmentNo: string, name: string, subjectNo = merchantNo) => {
  const userNo = userNos.get(name) ?? '';
  await attachCertificate(app.database.db, { attachmentNo, subjectType: 'serviceVoucher', subjectNo, userNo });
};

async function customer(): Promise<{ customerNo: string; phone: string }> {
  customers += 1;
  const phone = `2545555${String(customers).padStart(5, '0')}`;
  return {
    phone,
    ...(await app.database.db
      .insertInto('customer')
      .values({ merchantNo, customerName: 'Mwangi Contact', phone, idCardNo: '34567890' })
      .returning('customerNo')
      .executeTakeFirstOrThrow()),
  };
}
/** What the gate says at noon of a working day; null where it is open. */
async function gate(phone: string, customerNo: string | null, purpose: 'COLLECTION' | 'MARKETING' = 'COLLECTION') {
  const answer = await askGate(app.database.db, {
    phone,
    customerNo,
    merchantNo,
    purpose,
    channel: 'CALL',
    at: new Date('2026-06-10T09:00:00Z'),
  });
  return answer.isAllowed ? null : answer.error;
}
const place = (form: object, who = agent) => who.post(contactRight.blockPlace, { note: 'Asked by phone', ...form });
const lift = (blockId: number, who = agent, voucherIds = ['AT000001']) =>
  who.post(contactRight.blockLift, { blockId, reason: 'Wrote to us', voucherIds });

it('shuts the gate at once, and opens it once two people saw the proof', async () => {
  const { customerNo, phone } = await customer();
  for (const [blockKind, error] of [
    ['DISPUTE', 'CONTACT_DISPUTE'],
    ['DEATH', 'CONTACT_DEATH'],
    ['DO_NOT_CALL', 'CONTACT_DO_NOT_CALL'],
  ] as const) {
    expect(await gate(phone, customerNo)).toBeNull();
    const { blockId } = (await place({ blockKind, customerNo })).data;
    expect(await gate(phone, customerNo)).toBe(error);
    expect((await place({ blockKind, customerNo })).data).toMatchObject({
      error: 'CONTACT_BLOCK_STANDS',
      fields: [{ field: 'customerNo' }],
    });
    expect((await lift(blockId, agent, [])).data.fields).toMatchObject([{ field: 'voucherIds' }]);
    // No file, somebody else's, and one of another merchant prove nothing.
    for (const voucherNo of ['AT999999', 'AT000003', 'AT000004']) {
      expect((await lift(blockId, agent, ['AT000001', voucherNo])).data).toMatchObject({
        error: 'ATTACHMENT_NOT_FOUND',
        fields: [{ field: 'voucherIds' }],
      });
    }
    const { changeNo } = (await lift(blockId)).data;
    expect(await gate(phone, customerNo)).toBe(error);
    expect((await agent.post(change.changeFamilies.contactBlock.approve, { changeNo })).code).not.toBe(0);
    expect((await checker.post(change.changeFamilies.contactBlock.approve, { changeNo })).code).toBe(0);
    expect(await gate(phone, customerNo)).toBeNull();
    expect((await lift(blockId)).data.error).toBe('ILLEGAL_TRANSITION');
  }
  const { data } = await agent.post(contactRight.blockPage, listOf({ customerNo, isStanding: false }));
  expect(data.rows).toHaveLength(3);
  expect(data.rows[0]).toMatchObject({ allowedActions: [], liftedByName: 'contact.checker' });
});

it('blocks a number whoever has it, and shows it masked', async () => {
  const { customerNo, phone } = await customer();
  expect((await place({ blockKind: 'DO_NOT_CALL', merchantNo, phone }, lister)).code).toBe(0);
  expect(await gate(phone, customerNo)).toBe('CONTACT_DO_NOT_CALL');
  const { data } = await lister.post(contactRight.blockPage, listOf({ phone }));
  expect(data.rows).toMatchObject([{ customerNo: null, phone: expect.stringContaining('*'), allowedActions: [] }]);
});

it('takes the right of its own that a kind asks for, within the caller’s books', async () => {
  const { customerNo, phone } = await customer();
  expect((await place({ blockKind: 'DISPUTE', customerNo }, lister)).data.error).toBe('FORBIDDEN');
  expect((await place({ blockKind: 'DEATH', customerNo }, elsewhere)).data.error).toBe('CUSTOMER_NOT_FOUND');
  expect((await place({ blockKind: 'DEATH', merchantNo, phone }, elsewhere)).data.error).toBe('REFERENCE_UNKNOWN');
  expect(await gate(phone, customerNo)).toBeNull();
  const { blockId } = (await place({ blockKind: 'DEATH', customerNo })).data;
  expect((await lift(blockId, elsewhere)).data.error).toBe('CONTACT_BLOCK_NOT_FOUND');
  expect((await elsewhere.post(contactRight.blockPage, listOf())).data.rows).toEqual([]);
});

it('lets guarantors and leads be contacted while they agree', async () => {
  const { customerNo, phone: own } = await customer();
  const of = { partyName: 'Akinyi Guarantor', voucherIds: ['AT000002'] };
  for (const [form, purpose, owner] of [
    [{ partyKind: 'GUARANTOR', customerNo, phone: '254733000001' }, 'COLLECTION', customerNo],
    [{ partyKind: 'LEAD', merchantNo, phone: '254733000002' }, 'MARKETING', null],
  ] as const) {
    for (const voucherNo of ['AT999999', 'AT000003', 'AT000004']) {
      const consent = { ...form, ...of, voucherIds: [voucherNo] };
      expect((await agent.post(contactRight.consent, consent)).data.error).toBe('ATTACHMENT_NOT_FOUND');
    }
    expect(await gate(form.phone, owner, purpose)).toBe('CONTACT_NO_PARTY');
    const { partyId } = (await agent.post(contactRight.consent, { ...form, ...of })).data;
    expect(await gate(form.phone, owner, purpose)).toBeNull();
    expect((await agent.post(contactRight.withdraw, { partyId, reason: 'STOP by SMS' })).data.hasAgreed).toBe(false);
    expect(await gate(form.phone, owner, purpose)).toBe('CONTACT_NOT_AGREED');
    expect((await agent.post(contactRight.withdraw, { partyId, reason: 'Again' })).data.error).toBe(
      'ILLEGAL_TRANSITION',
    );
    expect((await elsewhere.post(contactRight.withdraw, { partyId, reason: 'No' })).data.error).toBe(
      'CONTACT_PARTY_NOT_FOUND',
    );
    expect((await agent.post(contactRight.consent, { ...form, ...of })).data).toEqual({ partyId, hasAgreed: true });
    expect(await gate(form.phone, owner, purpose)).toBeNull();
  }
  const self = await agent.post(contactRight.consent, { partyKind: 'GUARANTOR', customerNo, phone: own, ...of });
  expect(self.data).toMatchObject({ error: 'PHONE_OF_ANOTHER', fields: [{ field: 'phone' }] });
  const bare = await agent.post(contactRight.consent, {
    partyKind: 'LEAD',
    merchantNo,
    phone: '0733',
    partyName: 'X',
    voucherIds: [],
  });
  expect(bare.data.fields.map(({ field }: { field: string }) => field).toSorted()).toEqual(['phone', 'voucherIds']);
  const { data } = await agent.post(contactRight.partyPage, listOf({ customerNo }));
  expect(data.rows).toMatchObject([{ hasAgreed: true, phone: expect.stringContaining('*') }]);
});
