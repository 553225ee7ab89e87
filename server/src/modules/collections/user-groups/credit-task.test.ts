import { temporaryCredit, userGroup } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { openCredit, settleCredits } from '../../lending/credit/index.ts';

let app: TestApp;
let maker: Person;
let auditor: Person;
let merchantNo: string;
const COUNTY = 'Groupville';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const first = db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(1);
  ({ merchantNo } = await first.executeTakeFirstOrThrow());
  const pages = ['/AdminContent/OperationSystem/TemporaryCreditLimitIssuance'];
  for (const [name, codes] of [
    ['group.maker', ['operation:temporaryCreditTask:create', 'marketing:smsTask:save']],
    ['group.auditor', ['operation:temporaryCreditTask:audit']],
  ] as const) {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, auditor] = [await as(app, 'group.maker'), await as(app, 'group.auditor')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function customer(phone: string, hasLine: boolean): Promise<string> {
  const { db } = app.database;
  const { customerNo } = await db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Njoroge Group', phone, idCardNo: '23456789', county: COUNTY })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  if (!hasLine) return customerNo;
  const line = { customerNo, limitCents: 10_000_00, grantedAt: new Date(), expiresAt: null };
  await db.transaction().execute((tx) => openCredit(tx, { ...line, creditType: 'REVOLVING' }));
  await settleCredits(db, new Date());
  return customerNo;
}
const rules: userGroup.GroupRules = {
  loanState: null,
  settledDaysFrom: null,
  settledDaysTo: null,
  maxDaysLate: null,
  minOnTimeCount: null,
  notAppliedDays: null,
  notContactedDays: null,
  county: COUNTY,
};
const terms = { taskName: 'School fees', amountCents: 3_000_00, validDays: 14, reason: 'Back to school' };

it('raises the limits of all whom a checked group holds, and says who got nothing', async () => {
  const group = { merchantNo, groupName: 'Groupville', rules };
  const { userGroupNo, version } = await maker.call(userGroup.save, group);
  const checked = async () => (await maker.call(userGroup.check, { userGroupNo })).checkToken;
  const empty = { ...terms, userGroupNo, checkToken: await checked() };
  expect((await maker.refusalOf(temporaryCredit.groupCreate, empty)).fields).toEqual(['userGroupNo']);
  const raised = await customer('254755500001', true);
  const lineless = await customer('254755500002', false);
  const unchecked = await maker.refusalOf(temporaryCredit.groupCreate, { ...terms, userGroupNo, checkToken: 'old' });
  expect(unchecked).toMatchObject({ error: 'USER_GROUP_UNCHECKED', fields: ['userGroupNo'] });
  const checkToken = await checked();
  const { taskNo, customers } = await maker.call(temporaryCredit.groupCreate, { ...terms, userGroupNo, checkToken });
  expect(customers).toBe(2);
  const audited = await auditor.call(temporaryCredit.taskAudit, { taskNo, isApproved: true });
  expect(audited).toMatchObject({ granted: 1, failed: 1 });
  const { items } = await maker.call(temporaryCredit.task, { taskNo });
  expect(items.map(({ customerNo, fault }) => [customerNo, fault?.error ?? null])).toEqual([
    [lineless, 'CREDIT_LINE_MISSING'],
    [raised, null],
  ]);
  // A group that changed meanwhile is checked again.
  await maker.call(userGroup.save, { ...group, userGroupNo, version });
  const again = await maker.refusalOf(temporaryCredit.groupCreate, { ...terms, userGroupNo, checkToken });
  expect(again.error).toBe('USER_GROUP_UNCHECKED');
});
