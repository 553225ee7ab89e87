import {
  caseRepay,
  feedback,
  flow,
  inCallRecord,
  marketingBlacklist,
  nineFour,
  refund,
  repayment,
  temporaryCredit,
} from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { as, type Person } from '../../server/testing/test-calls.ts';

/* Whoever sees phones masked learns by no form's check whose number one is, unless it is on record and in the budget. */

const KNOWN = '254733300001';
const UNKNOWN = '254733399999';
const PAGES = [
  '/AdminContent/ChargeToAnAccountSystem/ClientRefundManagement',
  ...[nineFour.callSummary, repayment.mergeSummary, caseRepay.byOrder.summary].flatMap(({ access }) => access.page),
];
const CODES = [
  'afterLoan:flow:save',
  'customerService:callRecord:save',
  'customerService:feedback:save',
  'operation:temporaryCreditTask:create',
  'telemarketing:blacklist:save',
];
let app: TestApp;
let merchantNo: string;
let made = 0;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  await db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Njeri Masked', phone: KNOWN, idCardNo: '34567891' })
    .execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function masked(dailyRevealBudget: number): Promise<{ person: Person; logged: () => Promise<unknown[]> }> {
  const { db } = app.database;
  const name = `look.${(made += 1)}`;
  const { userNo, roleNo } = await addPerson(app.database, name, { pages: PAGES, codes: CODES, dailyRevealBudget });
  await db
    .updateTable('role')
    .set({ dataScope: 'ALL', isDesensitization: true })
    .where('roleNo', '=', roleNo)
    .execute();
  const logged = async () =>
    await db
      .selectFrom('revealLog')
      .select(['kind', 'field', 'outcome'])
      .where('userNo', '=', userNo)
      .orderBy('revealId')
      .execute();
  return { person: await as(app, name), logged };
}

const LOOK_UPS: readonly (readonly [kind: string, path: string, body: (phone: string) => object, finds: boolean])[] = [
  ['flow.checkPhone', flow.checkPhone.path, (phone) => ({ phone }), false],
  ['refund.creditPage', refund.creditPage.path, (phone) => ({ phone }), false],
  ['inCallRecord.checkPhone', inCallRecord.checkPhone.path, (phone) => ({ phone }), true],
  ['feedback.checkPhone', feedback.checkPhone.path, (phone) => ({ phone }), true],
  ['marketingBlacklist.check', marketingBlacklist.check.path, (phone) => ({ phone }), true],
  // Sums of a list: what a number makes of them is what the list would say.
  [nineFour.callPage.name, nineFour.callSummary.path, (phone) => ({ filters: { phone } }), false],
  [repayment.mergePage.name, repayment.mergeSummary.path, (phone) => ({ filters: { phone } }), false],
  [caseRepay.byOrder.page.name, caseRepay.byOrder.summary.path, (phone) => ({ filters: { phone } }), false],
  ['temporaryCredit.taskCheck', temporaryCredit.taskCheck.path, (phone) => ({ merchantNo, phones: [phone] }), true],
];

it.each(LOOK_UPS)(
  '%s is on record, found or not, and past the budget says neither',
  async (kind, path, body, finds) => {
    const { person, logged } = await masked(1);
    await person.post(path, body(UNKNOWN));
    await person.post(path, body(KNOWN));
    await person.post(path, body(KNOWN));
    const line = (outcome: string) => ({ kind: `search.${kind}`, field: 'phone', outcome });
    const hits = finds ? ['SHOWN', 'REPEATED'] : ['EMPTY', 'EMPTY'];
    expect(await logged()).toEqual(['EMPTY', ...hits].map(line));

    const spent = await masked(0);
    for (const phone of [KNOWN, UNKNOWN]) {
      expect((await spent.person.post(path, body(phone))).data.error).toBe('REVEAL_BUDGET');
    }
  },
);

it('a number that is on a list already is on record where adding it is refused', async () => {
  const { person, logged } = await masked(1);
  const form = { phone: UNKNOWN, blacklistReason: 'COMPLAINT', channels: ['CALL'], expireOn: null, remark: '' };
  expect((await person.post(marketingBlacklist.save, form)).code).toBe(0);
  expect(await logged()).toEqual([]);
  expect((await person.post(marketingBlacklist.save, form)).data.error).toBe('BLACKLIST_EXISTS');
  expect(await logged()).toEqual([{ kind: 'search.marketingBlacklist.check', field: 'phone', outcome: 'SHOWN' }]);
});
