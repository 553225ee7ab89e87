import { change, flow, reconciliation } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { receiveFlow } from '../payments/index.ts';
import { matchAfter } from './match-after.ts';

const PAGES = ['/AdminContent/AfterLoanSystem/ReconciliationManagement'];
const CODES = ['reconStatement:import', 'reconDifference:resolve', 'reconDifference:audit'];
const ACCOUNT = 'BANK.MPESA_PAYBILL';
const DAY = '2026-11-17';
const HEAD = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
const at = new Date(`${DAY}T10:00:00+03:00`);

let app: TestApp;
let maker: Person;
let checker: Person;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const codes = CODES.map((code) => `afterLoan:${code}`);
  for (const name of ['after.maker', 'after.checker']) await addPerson(app.database, name, { codes, pages: PAGES });
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker] = [await as(app, 'after.maker'), await as(app, 'after.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** Hands on whatever was told so far: more than once, as subscribers get it. */
async function tell(): Promise<void> {
  const events = await app.database.db.selectFrom('domainEvent').selectAll().orderBy('eventId').execute();
  await matchAfter(app.database.db).take(events);
}
const imported = async (businessDate: string, ...rows: readonly string[]) => {
  const content = [HEAD, ...rows].join('\n');
  const file = { accountId: ACCOUNT, businessDate, fileName: `${businessDate}.csv`, content };
  return await maker.call(reconciliation.importStatement, file);
};
const dayOf = async (runId: string) => await maker.call(reconciliation.detail, { runId });

it('a payout that ended, an adjusted payment and a late one match their days without anybody', async () => {
  const { db } = app.database;
  const { merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const receive = async (paymentCode: string, amountCents: number) => {
    const receipt = { merchantNo, paymentChannel: 'MPESA', paymentCode, amountCents, repayTime: at };
    return await db.transaction().execute((tx) => receiveFlow(tx, { ...receipt, account: ACCOUNT }));
  };
  const attemptNo = 'PO910000001';
  await db
    .insertInto('payoutAttempt')
    .values({
      attemptNo,
      subjectType: 'LOAN',
      subjectNo: 'LO0000000911',
      merchantNo,
      attemptCount: 1,
      payoutChannel: 'MPESA',
      accountCode: ACCOUNT,
      amountCents: 40_000,
      attemptStatus: 'UNKNOWN',
      payeeName: 'Wanjiku',
      sentAt: at,
    })
    .execute();
  const { flowNo } = await receive('SGR9A0001', 150_000);
  const time = '17-11-2026 10:15:22';
  const { runId, ...run } = await imported(
    DAY,
    `SGR9A0001,${time},Pay Bill,Completed,1600.00,,9`,
    `SGR9A0002,${time},Pay Bill,Completed,70.00,,9`,
    `SGR9A0003,${time},Payment,Completed,,-400.00,9`,
  );
  expect(run).toMatchObject({ reconStatus: 'DIFFERENT', diffCount: 3 });
  const before = await dayOf(runId);
  await tell();
  expect(await dayOf(runId)).toMatchObject({ diffCount: 3 });

  const asked = await maker.call(flow.adjust, { flowNo, statementCents: 160_000, reason: 'As the statement has it' });
  await checker.call(change.changeFamilies.reconDifference.approve, { changeNo: asked.changeNo });
  await tell();
  expect(await dayOf(runId)).toMatchObject({ diffCount: 2 });

  await receive('SGR9A0002', 7_000);
  await tell();
  expect(await dayOf(runId)).toMatchObject({ diffCount: 1 });

  const ended = { attemptStatus: 'SUCCESS', channelReference: 'SGR9A0003', finishedAt: at } as const;
  await db.updateTable('payoutAttempt').set(ended).where('attemptNo', '=', attemptNo).execute();
  await publishEvent(db, { topic: 'payout.succeed', subjectType: 'payout', subjectNo: attemptNo, merchantNo });
  await tell();
  const balanced = await dayOf(runId);
  expect(balanced).toMatchObject({ reconStatus: 'BALANCED', diffCount: 0, diffCents: 0 });
  expect(balanced.version).toBeGreaterThan(before.version);
  await tell();
  expect((await dayOf(runId)).version).toBe(balanced.version);
  const told = await db
    .selectFrom('domainEvent')
    .select('merchantNo')
    .where('topic', '=', 'reconciliation.run')
    .where('subjectNo', '=', runId)
    .execute();
  // Browsers that show the day hear of it.
  expect(told.length).toBeGreaterThan(0);
  expect(told.every((event) => event.merchantNo === merchantNo)).toBe(true);
});
