import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '../../../../testing/test-app.ts';
import { ALL_WELL, MISHAPS, openTestWorld, type TestWorld } from '../../../../testing/test-world.ts';
import { payoutSubjects } from '../../../open-engine.ts';
import { applyPayment, receiveFlow } from '../../payments/payments/index.ts';
import { applyForRefund, decideRefund, payRefund, verifyRefund } from '../../payments/refunds/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { disburseOrder } from '../orders/index.ts';
import { approved, makeProduct } from '../orders/testing/lend.ts';
import { sendPayout } from './send-payout.ts';

const BANK = 'BANK.EFT';
const log = createLogger('silent');

let world: TestWorld;
let people: { maker: string; checker: string };
let productNo: string;

beforeAll(async () => {
  world = await openTestWorld(11);
  const { db } = world.database;
  const [maker, checker] = [
    await addPerson(world.database, 'bank.maker'),
    await addPerson(world.database, 'bank.checker'),
  ];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(db);
  await db
    .insertInto('account')
    .values({ accountCode: BANK, accountKind: 'ASSET', nameEn: 'EFT', nameZh: 'EFT' })
    .execute();
  const named = {
    accountId: 'EFT',
    accountCode: BANK,
    bankCode: 'COOP',
    branch: 'CBD',
    accountName: 'Kituo Credit & Co',
  };
  const pays = { loanerName: 'Kituo', lendingChannel: 'BANK_EFT', dailyLimitCents: 1_000_000_000 };
  await db
    .insertInto('loanerAccount')
    .values({ ...named, ...pays, accountNo: '0100112233' })
    .execute();
});
afterAll(async () => await world?.[Symbol.asyncDispose]());

function runner() {
  const { money, bank } = world.engine.gateways;
  return { db: world.database.db, money, bank, subjects: payoutSubjects, log };
}

const attemptOf = async (attemptNo: string) =>
  await world.database.db
    .selectFrom('payoutAttempt')
    .selectAll()
    .where('attemptNo', '=', attemptNo)
    .executeTakeFirstOrThrow();

/** A passed order for an account at Equity, its payout made and not yet sent. */
async function created(): Promise<{ orderNo: string; attemptNo: string }> {
  const { db } = world.database;
  const { orderNo } = await approved(db, { productNo, ...people, approvedCents: 300_000 });
  const payee = {
    payoutType: 'BANK',
    payoutSubType: 'BANK',
    payeeBankName: 'EQUITY',
    payeeAccountNo: '0560112233445',
  } as const;
  await db.updateTable('loanOrder').set(payee).where('orderNo', '=', orderNo).execute();
  const both = { makerUserNo: people.maker, checkerUserNo: people.checker };
  const attemptNo = await db.transaction().execute((tx) => disburseOrder(tx, orderNo, both));
  return { orderNo, attemptNo };
}

async function sent() {
  const made = await created();
  await sendPayout(runner(), made.attemptNo);
  return made;
}

/** What a journal of the attempt posts, `account amount` each. */
async function postingsOf(attemptNo: string): Promise<string[]> {
  const rows = await world.database.db
    .selectFrom('posting as p')
    .innerJoin('journal as j', 'j.journalId', 'p.journalId')
    .select(['p.accountCode', 'p.amountCents', 'j.journalKind'])
    .where('j.causeNo', '=', attemptNo)
    .execute();
  return rows
    .map(({ journalKind, accountCode, amountCents }) => `${journalKind} ${accountCode} ${amountCents}`)
    .toSorted();
}

const orderStatusOf = async (orderNo: string) =>
  (
    await world.database.db
      .selectFrom('loanOrder')
      .select('orderStatus')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow()
  ).orderStatus;

const reported = async (body: string) => {
  await fetch(`${world.callbacks.url}/bank/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/xml' },
    body,
  });
  await world.settled();
};
const stateOf = async (attemptNo: string) =>
  await world.database.db
    .selectFrom('gatewayCallbackState as s')
    .innerJoin('gatewayCallback as c', 'c.callbackId', 's.callbackId')
    .select(['s.callbackStatus', 's.fault', 's.repeats', 's.subjectNo'])
    .where('s.subjectNo', '=', attemptNo)
    .orderBy('s.callbackId')
    .execute();

const report = (
  attemptNo: string,
  about: { status: string; amount?: string; at?: Date; account?: string; ref?: string; reason?: string },
) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
  <GrpHdr><MsgId>X</MsgId><CreDtTm>${(about.at ?? new Date()).toISOString()}</CreDtTm></GrpHdr>
  <OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${attemptNo}</OrgnlEndToEndId><TxSts>${about.status}</TxSts>
  ${about.reason === undefined ? '' : `<StsRsnInf><Rsn><Cd>${about.reason}</Cd></Rsn></StsRsnInf>`}
  <AcctSvcrRef>${about.ref ?? `FT${attemptNo}`}</AcctSvcrRef><OrgnlTxRef><Amt><InstdAmt Ccy="KES">${about.amount ?? '3000.00'}</InstdAmt></Amt>
  <CdtrAcct><Id><Othr><Id>${about.account ?? '0560112233445'}</Id></Othr></Id></CdtrAcct></OrgnlTxRef></TxInfAndSts></OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt></Document>`;

it('disburses a loan to a bank account, and posts it on the account that it left from', async () => {
  world.sandbox.change(ALL_WELL);
  const { orderNo, attemptNo } = await sent();
  expect((await attemptOf(attemptNo)).attemptStatus).not.toBe('FAILED');
  await world.settled();
  expect(await attemptOf(attemptNo)).toMatchObject({
    attemptStatus: 'SUCCESS',
    payoutChannel: 'BANK',
    accountCode: BANK,
    payeePhone: null,
    payeeBankCode: 'EQUITY',
    payeeAccountNo: '0560112233445',
    channelReference: expect.stringMatching(/^FT/),
  });
  expect(await orderStatusOf(orderNo)).toBe('DISBURSED');
  expect(await postingsOf(attemptNo)).toEqual([
    'PAYOUT_SENT PAYOUT_CLEARING -300000',
    'PAYOUT_SENT RECEIVABLE_PRINCIPAL 300000',
    'PAYOUT_SUCCEEDED BANK.EFT -300000',
    'PAYOUT_SUCCEEDED PAYOUT_CLEARING 300000',
  ]);
  expect(world.sandbox.bank.payments.at(-1)).toMatchObject({ amount: '3000.00', accountNo: '0560112233445' });
  expect((await stateOf(attemptNo)).map(({ callbackStatus }) => callbackStatus)).toEqual(['PROCESSED']);
});

it('leaves what is in doubt to the bank’s answer alone: nothing is paid twice, whatever the mishap', async () => {
  const made: { orderNo: string; attemptNo: string }[] = [];
  for (const mishap of MISHAPS) {
    world.sandbox.change({ ...ALL_WELL, [mishap]: 1 });
    made.push(await sent(), await sent());
  }
  world.sandbox.change({ ...ALL_WELL, silence: 1, drop: 1 });
  const doubted = await sent();
  expect((await attemptOf(doubted.attemptNo)).attemptStatus).toBe('UNKNOWN');
  // Whoever tries again is refused, and an answer that does not come decides nothing.
  await expect(sendPayout(runner(), doubted.attemptNo)).rejects.toThrow();
  await world.engine.watch();
  expect((await attemptOf(doubted.attemptNo)).attemptStatus).toBe('UNKNOWN');
  world.sandbox.change(ALL_WELL);
  for (let round = 0; round < 10; round += 1) {
    await world.engine.watch();
    await world.settled();
  }
  const paid = new Map(world.sandbox.bank.payments.map((each) => [each.endToEndId, each]));
  for (const { attemptNo, orderNo } of [...made, doubted]) {
    const payment = paid.get(attemptNo);
    const { attemptStatus, channelReference } = await attemptOf(attemptNo);
    expect(attemptStatus, attemptNo).toBe(payment?.isPaid === true ? 'SUCCESS' : 'FAILED');
    expect(channelReference).toBe(payment?.isPaid === true ? payment.reference : null);
    expect(await orderStatusOf(orderNo)).toBe(payment?.isPaid === true ? 'DISBURSED' : 'DISBURSE_FAILED');
  }
  expect((await attemptOf(doubted.attemptNo)).attemptStatus).toBe('SUCCESS');
  expect(world.sandbox.bank.repeated).toEqual([]);
});

it('reads a report once, and holds one that is old or of another payment', async () => {
  world.sandbox.change({ ...ALL_WELL, drop: 1 });
  const { attemptNo } = await sent();
  const { sentAt } = await attemptOf(attemptNo);
  const before = new Date((sentAt ?? new Date()).getTime() - 3_600_000);
  for (const [about, fault] of [
    [{ status: 'ACSC', at: before }, /older/],
    [{ status: 'ACSC', amount: '3000.01' }, /amount/],
    [{ status: 'ACSC', account: '0560112233446' }, /account/],
    [{ status: 'CANC' }, /CANC, which is none that is known/],
  ] as const) {
    await reported(report(attemptNo, about));
    expect((await stateOf(attemptNo)).at(-1)).toMatchObject({
      callbackStatus: 'HELD',
      fault: expect.stringMatching(fault),
    });
    expect((await attemptOf(attemptNo)).attemptStatus).toBe('SENT');
  }
  await reported(report(attemptNo, { status: 'ACSP' }));
  expect((await attemptOf(attemptNo)).attemptStatus).toBe('SENT');
  // The bank has it already, and says nothing of how that one ends.
  await reported(report(attemptNo, { status: 'RJCT', reason: 'AM05' }));
  expect((await attemptOf(attemptNo)).attemptStatus).toBe('SENT');
  // A time without its zone is one in Nairobi.
  const inNairobi = report(attemptNo, { status: 'ACSP', at: new Date(Date.now() + 3 * 3_600_000) });
  await reported(inNairobi.replace('Z</CreDtTm>', '</CreDtTm>'));
  expect((await stateOf(attemptNo)).at(-1)).toMatchObject({ callbackStatus: 'PROCESSED' });
  const settled = report(attemptNo, { status: 'ACSC' });
  await reported(settled);
  await reported(settled);
  expect(await attemptOf(attemptNo)).toMatchObject({ attemptStatus: 'SUCCESS', channelReference: `FT${attemptNo}` });
  expect((await stateOf(attemptNo)).at(-1)).toMatchObject({ callbackStatus: 'PROCESSED', repeats: 1 });
  expect((await postingsOf(attemptNo)).filter((line) => line.includes(BANK))).toHaveLength(1);
  // What was paid stays paid: the bank's contrary word is for people.
  await reported(report(attemptNo, { status: 'RJCT' }));
  expect((await attemptOf(attemptNo)).attemptStatus).toBe('SUCCESS');
  await reported('<Document/>');
  await reported(report('PO999999999', { status: 'ACSC' }));
});

it('pays a refund to a bank card, and gives the credit back where the bank rejects it', async () => {
  world.sandbox.change(ALL_WELL);
  const { db } = world.database;
  const { orderNo } = await sent();
  await world.settled();
  const { merchantNo } = await db
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const third = (await addPerson(world.database, 'bank.third')).userNo;
  const at = new Date();
  const refundNo = await db.transaction().execute(async (tx) => {
    const { flowNo } = await receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: 'SGBANK0001',
      account: 'BANK.MPESA_PAYBILL',
      amountCents: 1_000_000,
      payerPhone: '254712345678',
      payerName: 'Wanjiku Test',
      repayTime: at,
      receivedAt: at,
    });
    const paid = { repayType: 'GENERIC', billNo: null, acknowledged: ['SURPLUS_TO_CREDIT'] } as const;
    await applyPayment(tx, { ...paid, orderNo, flowNo, amountCents: 1_000_000, idempotencyKey: 'SGBANK0001', at });
    const payee = {
      refundChannel: 'BANK',
      payeeBankCode: 'KCB',
      payeeBankCardNo: '1102233445',
      payeeName: 'Wanjiku Test',
    } as const;
    const made = await applyForRefund(tx, { flowNo, amountCents: 20_050, payee, applicantUserNo: people.maker });
    await decideRefund(tx, made, { isApproved: true, userNo: people.checker });
    await verifyRefund(tx, made, { ignoredReason: 'The bank confirmed the account by phone' });
    await tx.updateTable('refund').set({ secondCheckerUserNo: third }).where('refundNo', '=', made).execute();
    return made;
  });
  const statusOf = async () =>
    (await db.selectFrom('refund').select('refundStatus').where('refundNo', '=', refundNo).executeTakeFirstOrThrow())
      .refundStatus;
  const pay = async () => {
    const attemptNo = await db.transaction().execute((tx) => payRefund(tx, refundNo, people.checker));
    await sendPayout(runner(), attemptNo);
    await world.settled();
    return attemptNo;
  };
  world.sandbox.change({ ...ALL_WELL, failure: 1 });
  const failed = await pay();
  expect(await attemptOf(failed)).toMatchObject({
    attemptStatus: 'FAILED',
    failCode: 'AC04',
    failReason: 'Account closed',
  });
  expect(await statusOf()).toBe('FAILURE');
  world.sandbox.change(ALL_WELL);
  const paid = await pay();
  expect(await attemptOf(paid)).toMatchObject({ attemptStatus: 'SUCCESS', payeeBankCode: 'KCB', accountCode: BANK });
  expect(await statusOf()).toBe('SUCCESS');
  expect(await postingsOf(paid)).toEqual([
    'PAYOUT_SENT CUSTOMER_CREDIT 20050',
    'PAYOUT_SENT REFUND_CLEARING -20050',
    'PAYOUT_SUCCEEDED BANK.EFT -20050',
    'PAYOUT_SUCCEEDED REFUND_CLEARING 20050',
  ]);
  expect(world.sandbox.bank.payments.at(-1)).toMatchObject({ amount: '200.50', accountNo: '1102233445' });
});

it('refuses to begin where no account of ours pays to banks', async () => {
  const { db } = world.database;
  await db.updateTable('loanerAccount').set({ enabled: false }).where('accountCode', '=', BANK).execute();
  await expect(created()).rejects.toMatchObject({ error: 'NO_ROUTE' });
  const limit = { enabled: true, dailyLimitCents: 100 };
  await db.updateTable('loanerAccount').set(limit).where('accountCode', '=', BANK).execute();
  await expect(created()).rejects.toMatchObject({ error: 'ACCOUNT_LIMIT_REACHED' });
});
