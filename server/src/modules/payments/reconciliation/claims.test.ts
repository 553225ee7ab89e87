import { change, payoutClaim, reconciliation } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { receiveFlow } from '../payments/index.ts';

const PAGES = ['/AdminContent/AfterLoanSystem/ReconciliationManagement'];
const CODES = ['reconStatement:import', 'reconDifference:resolve', 'reconDifference:audit'];
const FLOAT = 'BANK.MPESA_FLOAT';
const DAY = '2026-11-16';
const HEAD = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
const at = new Date(`${DAY}T10:00:00+03:00`);
const reason = 'The payee was paid too much';

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const codes = CODES.map((code) => `afterLoan:${code}`);
  for (const name of ['claim.maker', 'claim.checker']) await addPerson(app.database, name, { codes, pages: PAGES });
  const { db } = app.database;
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker] = [await as(app, 'claim.maker'), await as(app, 'claim.checker')];
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow());
});
afterAll(async () => await app[Symbol.asyncDispose]());

const approve = async (changeNo: string, who = checker) =>
  (await who.post(change.changeFamilies.reconDifference.approve, { changeNo })).data;
const receive = async (paymentCode: string, amountCents: number, of = merchantNo) =>
  await app.database.db.transaction().execute(async (tx) => {
    const account = 'BANK.MPESA_PAYBILL' as const;
    const receipt = { merchantNo: of, paymentChannel: 'MPESA', paymentCode, account, amountCents, repayTime: at };
    const { flowNo } = await receiveFlow(tx, { ...receipt, payerPhone: '254712000111' });
    await tx.updateTable('paymentFlow').set({ flowStatus: 'UNMATCHED' }).where('flowNo', '=', flowNo).execute();
    return flowNo;
  });
const claimOf = async (attemptNo: string) => (await maker.call(payoutClaim.page, listOf({ attemptNo }))).rows[0];
const receivableCents = async () => {
  const { rows } = await maker.call(payoutClaim.page, listOf({}));
  const posted = await app.database.db
    .selectFrom('posting')
    .select((eb) => eb.fn.sum<number>('amountCents').as('cents'))
    .where('accountCode', '=', 'PAYEE_RECEIVABLE')
    .executeTakeFirst();
  const open = rows.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
  // The list is the account, to the cent.
  expect(Number(posted?.cents ?? 0)).toBe(open);
  return open;
};

it('a payee who was paid twice or too much pays it back: the claim is cleared by two', async () => {
  const { db } = app.database;
  const paid = {
    subjectType: 'LOAN',
    merchantNo,
    attemptCount: 1,
    payoutChannel: 'MPESA',
    accountCode: FLOAT,
    attemptStatus: 'SUCCESS',
    payeeName: 'Wanjiku Otieno',
    payeePhone: '254712000111',
    finishedAt: at,
  } as const;
  const one = { attemptNo: 'PO920000001', subjectNo: 'LO0000000921', channelReference: 'SGR9C0001' };
  const other = { attemptNo: 'PO920000002', subjectNo: 'LO0000000922', channelReference: 'SGR9C0002' };
  await db
    .insertInto('payoutAttempt')
    .values([
      { ...paid, ...one, amountCents: 120_000 },
      { ...paid, ...other, amountCents: 50_000 },
    ])
    .execute();
  const time = '16-11-2026 10:15:22';
  const rows = [`SGR9C0001,${time},Payment,Completed,,-1250.00,9`, `SGR9C0002,${time},Payment,Completed,,-400.00,9`];
  const content = [HEAD, ...rows].join('\n');
  const file = { accountId: FLOAT, businessDate: DAY, fileName: 'claims.csv', content };
  const { runId, diffCount } = await maker.call(reconciliation.importStatement, file);
  expect(diffCount).toBe(2);
  const differences = (await maker.call(reconciliation.differencePage, listOf({ runId }))).rows;
  const [tooMuch, tooLittle] = ['SGR9C0001', 'SGR9C0002'].map((serial) =>
    differences.find((row) => row.serial === serial),
  );
  expect(tooMuch).toMatchObject({ diffType: 'AMOUNT', allowedActions: ['resolve'] });
  // Where less left, the channel has to say what became of the rest.
  expect(tooLittle?.allowedActions).not.toContain('resolve');
  const asked = await maker.call(reconciliation.resolve, { diffId: tooMuch?.diffId ?? '', reason });
  await approve(asked.changeNo);
  const claim = await claimOf(one.attemptNo);
  expect(claim).toMatchObject({
    claimStatus: 'OPEN',
    amountCents: 5_000,
    outstandingCents: 5_000,
    payeeName: 'Wa**********no',
    serial: 'SGR9C0001',
    makerName: 'claim.maker',
    checkerName: 'claim.checker',
    allowedActions: ['clear'],
  });
  expect((await maker.call(reconciliation.detail, { runId })).diffCount).toBe(1);
  expect(await receivableCents()).toBe(5_000);

  // Paid back in two payments, of the second a part: the rest of it may pay a loan.
  const claimNo = claim?.claimNo ?? '';
  const first = await receive('SGR9C1001', 2_000);
  const second = await receive('SGR9C1002', 4_000);
  const { merchantNo: foreign } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .executeTakeFirstOrThrow();
  const others = await receive('SGR9C1003', 4_000, foreign);
  const free = await maker.call(payoutClaim.payments, { claimNo });
  expect(free.slice(0, 2).map(({ flowNo, isPayees }) => [flowNo, isPayees])).toEqual(
    expect.arrayContaining([
      [first, true],
      [second, true],
    ]),
  );
  expect(free.map(({ flowNo }) => flowNo)).not.toContain(others);
  const clear = async (flowNo: string) => (await maker.post(payoutClaim.clear, { claimNo, flowNo, reason })).data;
  expect(await clear(others)).toMatchObject({ error: 'CLAIM_OTHER_MERCHANT', fields: [{ field: 'flowNo' }] });
  expect((await clear('FL999999999')).error).toBe('SERIAL_NOT_FOUND');
  const { changeNo } = await clear(first);
  expect((await clear(first)).error).toBe('CHANGE_WAITING');
  expect((await approve(changeNo, maker)).error).toBe('CHANGE_OWN');
  expect(await receivableCents()).toBe(5_000);
  await approve(changeNo);
  expect(await claimOf(one.attemptNo)).toMatchObject({ claimStatus: 'PART_CLEARED', outstandingCents: 3_000 });
  expect((await clear(first)).error).toBe('WRITABLE_ZERO');
  await approve((await clear(second)).changeNo);
  expect(await claimOf(one.attemptNo)).toMatchObject({
    claimStatus: 'CLEARED',
    clearedCents: 5_000,
    outstandingCents: 0,
    repayments: [
      { flowNo: first, paymentCode: 'SGR9C1001', amountCents: 2_000 },
      { flowNo: second, paymentCode: 'SGR9C1002', amountCents: 3_000 },
    ],
    allowedActions: [],
  });
  expect((await clear(await receive('SGR9C1004', 1_000))).error).toBe('CLAIM_CLEARED');
  expect(await receivableCents()).toBe(0);
  const flows = await db
    .selectFrom('paymentFlow')
    .select(['flowStatus', 'writableCents'])
    .where('flowNo', 'in', [first, second])
    .orderBy('flowNo')
    .execute();
  expect(flows).toEqual([
    { flowStatus: 'APPLIED', writableCents: 0 },
    { flowStatus: 'PART_APPLIED', writableCents: 1_000 },
  ]);
  expect((await trialBalance(db)).differenceCents).toBe(0);
  const open = (await maker.call(payoutClaim.page, listOf({ claimStatus: 'OPEN' }))).rows;
  expect(open.map((row) => row.claimNo)).not.toContain(claimNo);
});
