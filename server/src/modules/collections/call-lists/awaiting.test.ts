import { followApproval } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { passOnApplications } from './awaiting.ts';

const merchantNo = 'M0001';
const HOUR_MS = 3_600_000;
let app: TestApp;
let applicant: Person;
let principal: Person;
let above: Person;
let applyNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = ['/AdminContent/TelemarketingSystem/Approval'];
  const person = async (name: string, action: 'apply' | 'approve', principalUserNo: string | null) => {
    const codes = [`telemarketing:followApproval:${action}`];
    const { userNo } = await addPerson(app.database, name, { pages, codes });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    const record = { personnelKind: 'TELEMARKETER', userNo, groupName: 'West', principalUserNo } as const;
    await db.insertInto('personnel').values(record).execute();
    return userNo;
  };
  const aboveNo = await person('await.above', 'approve', null);
  // Nothing is asked of somebody without the right: it goes to whoever is above.
  const clerkNo = await person('await.clerk', 'apply', aboveNo);
  const principalNo = await person('await.principal', 'approve', clerkNo);
  const applicantNo = await person('await.applicant', 'apply', principalNo);
  [applicant, principal, above] = [
    await as(app, 'await.applicant'),
    await as(app, 'await.principal'),
    await as(app, 'await.above'),
  ];
  const entry = { desk: 'TELEMARKETING', merchantNo, phone: '254733410001', listType: 'LEAD' } as const;
  const { entryId } = await db
    .insertInto('callEntry')
    .values({
      ...entry,
      marketingTarget: 'FIRST_LOAN',
      optInSource: 'WEBSITE',
      optInAt: new Date(),
      listStatus: 'ASSIGNED',
      ownerUserNo: applicantNo,
    })
    .returning('entryId')
    .executeTakeFirstOrThrow();
  ({ applyNo } = await applicant.call(followApproval.apply, { applyType: 'KEEP', entryId, reason: 'Calls back' }));
});
afterAll(async () => await app[Symbol.asyncDispose]());

const awaiting = async (person: Person) =>
  (await person.call(followApproval.page, listOf({ awaitsMe: true }))).rows.map((row) => row.applyNo);
const passOn = async (hours: number) =>
  await passOnApplications(
    { db: app.database.db, log: createLogger('silent') },
    new Date(Date.now() + hours * HOUR_MS),
  );

it('awaits the principal first, the next one after a day, and everybody who may after the last', async () => {
  expect(await awaiting(principal)).toContain(applyNo);
  expect(await awaiting(above)).not.toContain(applyNo);
  expect(await passOn(23)).toBe(0);
  expect(await passOn(25)).toBe(1);
  expect(await awaiting(principal)).not.toContain(applyNo);
  expect(await awaiting(above)).toContain(applyNo);
  const { row } = await above.call(followApproval.detail, { applyNo });
  expect(row).toMatchObject({ approvalStatus: 'PENDING', customerStatus: '2' });
  expect(row.awaitsName).not.toBeNull();
  expect(await passOn(26)).toBe(0);
  expect(await passOn(50)).toBe(1);
  expect(await awaiting(principal)).toContain(applyNo);
  expect(await awaiting(above)).toContain(applyNo);
  expect(await passOn(100)).toBe(0);
});

it('nobody keeps a customer longer than the rule of the merchant protects one', async () => {
  const { db } = app.database;
  await db.deleteFrom('inboundRule').execute();
  await db
    .insertInto('inboundRule')
    .values({
      merchantNo,
      attributionDays: 30,
      minTalkSeconds: 0,
      tieBreak: 'LAST_TALK',
      protectionDays: 5,
      effectiveFrom: '2026-01-01',
      ruleState: 'ENABLED',
      makerUserNo: (await db.selectFrom('appUser').select('userNo').executeTakeFirstOrThrow()).userNo,
    })
    .execute();
  const grant = { applyNo, remark: null };
  expect(await above.refusalOf(followApproval.approve, { ...grant, keepDays: 6 })).toMatchObject({
    error: 'FOLLOW_KEEP_TOO_LONG',
    fields: ['keepDays'],
  });
  expect(await above.call(followApproval.approve, { ...grant, keepDays: 5 })).toMatchObject({
    approvalStatus: 'APPROVED',
  });
});
