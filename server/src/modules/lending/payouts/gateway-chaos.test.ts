import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createLogger } from '../../platform/health/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { disburseOrder } from '../orders/index.ts';
import { approved, makeProduct } from '../orders/testing/lend.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { ALL_WELL, MISHAPS, openTestWorld, type TestWorld } from '../../../../testing/test-world.ts';
import { applyPayment, receiveFlow } from '../../payments/payments/index.ts';
import { applyForRefund, decideRefund, payRefund, verifyRefund } from '../../payments/refunds/index.ts';
import { grantReward, payWithdrawal, requestWithdrawal } from '../../payments/wallets/index.ts';
import { createAttempt } from './attempts.ts';
import { sendPayout } from './send-payout.ts';
import { payoutSubjects } from '../../../open-engine.ts';

const log = createLogger('silent');

let world: TestWorld;
let database: TestWorld['database'];
let sandbox: TestWorld['sandbox'];
let engine: TestWorld['engine'];
let people: { maker: string; checker: string };
let productNo: string;

beforeAll(async () => {
  world = await openTestWorld(7);
  ({ database, sandbox, engine } = world);
  const [maker, checker] = [await addPerson(database, 'pay.maker'), await addPerson(database, 'pay.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db);
});
afterAll(async () => await world?.[Symbol.asyncDispose]());

async function sent(): Promise<{ orderNo: string; attemptNo: string }> {
  const { orderNo } = await approved(database.db, { productNo, ...people, approvedCents: 300_000 });
  const attemptNo = await database.db
    .transaction()
    .execute((tx) => disburseOrder(tx, orderNo, { makerUserNo: people.maker, checkerUserNo: people.checker }));
  await sendPayout(runner(), attemptNo);
  return { orderNo, attemptNo };
}

function runner() {
  const { money } = engine.gateways;
  if (!money) throw new Error('no M-Pesa');
  return { db: database.db, money, subjects: payoutSubjects, log };
}

/** Callbacks have come and were worked off; then the watch asks, until nothing is in doubt. */
async function ended(): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    await world.settled();
    const { count } = await database.db
      .selectFrom('payoutAttempt')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('attemptStatus', 'not in', ['SUCCESS', 'FAILED'])
      .executeTakeFirstOrThrow();
    if (count === 0) return;
    await engine.watch();
  }
  throw new Error('some payouts never ended');
}

/** Callbacks that came after one of an attempt that was sent later. */
async function overtaken(): Promise<number> {
  const { rows } = await sql<{ count: number }>`with told as (
      select a.sent_at, c.callback_id from gateway_callback c
      join payout_attempt a on position(a.attempt_no in convert_from(c.content, 'UTF8')) > 0)
    select count(*)::int as count from told x where exists
      (select from told y where y.callback_id < x.callback_id and y.sent_at > x.sent_at)`.execute(database.db);
  return rows[0]?.count ?? 0;
}

const attempts = async () => await database.db.selectFrom('payoutAttempt').selectAll().orderBy('attemptNo').execute();

it('pays each order once, whatever becomes of calls and callbacks', async () => {
  sandbox.change({
    replyDelayMs: 20,
    callbackSpreadMs: 60,
    failure: 0.15,
    refusal: 0.1,
    silence: 0.15,
    reset: 0.15,
    halfReply: 0.15,
    drop: 0.3,
    duplicate: 0.4,
  });
  const orders = await Promise.all(Array.from({ length: 20 }, () => sent()));
  // And each of them for certain.
  for (const mishap of MISHAPS) {
    sandbox.change({ ...ALL_WELL, [mishap]: 1 });
    orders.push(...(await Promise.all([sent(), sent()])));
    expect(sandbox.happened().get(mishap) ?? 0, mishap).toBeGreaterThan(0);
  }
  sandbox.change(ALL_WELL);
  await ended();
  expect(await overtaken(), 'callbacks that overtook earlier ones').toBeGreaterThan(0);
  const paid = new Map(
    sandbox.book.transactions
      .filter(({ kind, isSuccess }) => kind === 'B2C' && isSuccess)
      .map((each) => [each.originatorConversationId, each.receipt]),
  );
  for (const { attemptNo, orderNo } of orders) {
    const attempt = (await attempts()).find((each) => each.attemptNo === attemptNo);
    const isPaid = paid.has(attemptNo);
    expect(attempt?.attemptStatus, attemptNo).toBe(isPaid ? 'SUCCESS' : 'FAILED');
    expect(attempt?.channelReference ?? undefined).toBe(paid.get(attemptNo));
    const { orderStatus } = await database.db
      .selectFrom('loanOrder')
      .select('orderStatus')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    expect(orderStatus).toBe(isPaid ? 'DISBURSED' : 'DISBURSE_FAILED');
  }
  // Both ends occurred, or the luck proved nothing.
  expect(paid.size).toBeGreaterThan(5);
  expect(paid.size).toBeLessThan(orders.length);
  const clearing = (await trialBalance(database.db)).accounts.find(
    ({ accountCode }) => accountCode === 'PAYOUT_CLEARING',
  );
  expect(clearing?.balanceCents).toBe(0);
});

/** A customer with 5,000.00 in the wallet, and a withdrawal of 300.00 that is on its way. */
async function withdrawal(at: Date): Promise<string> {
  const { customerNo } = await approved(database.db, { productNo, ...people, approvedCents: 300_000 });
  return await database.db.transaction().execute(async (tx) => {
    await grantReward(tx, { customerNo, rewardType: 'TASK', causeNo: 'chaos', amountCents: 500_000, at });
    const withdrawNo = await requestWithdrawal(tx, { customerNo, amountCents: 30_000, at });
    return (await payWithdrawal(tx, withdrawNo, 'send')).attemptNo;
  });
}

/** A surplus of 200.00 on its way back to its payer. */
async function refund(orderNo: string, serial: string, at: Date): Promise<string> {
  const { merchantNo } = await database.db
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const payer = { payerPhone: '254712345678', payerName: 'Wanjiku Test' };
  const receipt = {
    merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: serial,
    account: 'BANK.MPESA_PAYBILL',
    amountCents: 1_000_000,
    ...payer,
  } as const;
  return await database.db.transaction().execute(async (tx) => {
    const { flowNo } = await receiveFlow(tx, { ...receipt, repayTime: at, receivedAt: at });
    const paid = { repayType: 'GENERIC', billNo: null, acknowledged: ['SURPLUS_TO_CREDIT'] } as const;
    await applyPayment(tx, { ...paid, orderNo, flowNo, amountCents: 1_000_000, idempotencyKey: serial, at });
    const payee = { refundChannel: 'MPESA', payeePhone: payer.payerPhone, payeeName: payer.payerName } as const;
    const refundNo = await applyForRefund(tx, { flowNo, amountCents: 20_000, payee, applicantUserNo: people.maker });
    await decideRefund(tx, refundNo, { isApproved: true, userNo: people.checker });
    await verifyRefund(tx, refundNo, { isPassed: true });
    return await payRefund(tx, refundNo, people.checker);
  });
}

/** Cash of ours on its way from the paybill to the float, as a release leaves it. */
async function transfer(): Promise<string> {
  const { merchantNo } = await database.db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const from = { sourceAccountCode: 'BANK.MPESA_PAYBILL', targetAccountCode: 'BANK.MPESA_FLOAT' };
  const asked = {
    merchantNo,
    ...from,
    payeeName: 'Float',
    amountCents: 100_000,
    purpose: 'chaos',
    voucherIds: ['AT1'],
  };
  const released = { transferType: 'OWN_ACCOUNT', transferStatus: 'RELEASING', applicantUserNo: people.maker } as const;
  return await database.db.transaction().execute(async (tx) => {
    const { transferNo } = await tx
      .insertInto('cashTransfer')
      .values({ ...asked, ...released })
      .returning('transferNo')
      .executeTakeFirstOrThrow();
    const payout = {
      payoutChannel: 'MPESA',
      account: 'BANK.MPESA_PAYBILL',
      amountCents: 100_000,
      payeePhone: null,
      payeeName: from.targetAccountCode,
    } as const;
    return await createAttempt(tx, { subjectType: 'TRANSFER', subjectNo: transferNo, merchantNo, ...payout });
  });
}

it('pays refunds, withdrawals and own transfers once, whatever becomes of calls and callbacks', async () => {
  sandbox.change(ALL_WELL);
  const { orderNo } = await sent();
  await ended();
  const at = new Date();
  const made: string[] = [];
  for (const mishap of [...MISHAPS, null]) {
    sandbox.change({ ...ALL_WELL, ...(mishap && { [mishap]: 1 }) });
    const serial = `CHAOS${mishap}`.toUpperCase();
    const three = [await refund(orderNo, serial, at), await withdrawal(at), await transfer()];
    await Promise.all(three.map((attemptNo) => sendPayout(runner(), attemptNo)));
    made.push(...three);
  }
  sandbox.change(ALL_WELL);
  await ended();
  const paid = new Set(
    sandbox.book.transactions.flatMap((each) => (each.isSuccess ? [each.originatorConversationId] : [])),
  );
  const ends = new Map((await attempts()).map((each) => [each.attemptNo, each]));
  for (const attemptNo of made) {
    const sendings = sandbox.book.transactions.filter((each) => each.originatorConversationId === attemptNo);
    expect(sendings.length, attemptNo).toBeLessThanOrEqual(1);
    const { attemptStatus, subjectNo } = ends.get(attemptNo) ?? {};
    expect(attemptStatus, attemptNo).toBe(paid.has(attemptNo) ? 'SUCCESS' : 'FAILED');
    const { rows } = await sql<{
      status: string;
    }>`select refund_status as status from refund where refund_no = ${subjectNo}
      union all select withdraw_status from wallet_withdrawal where withdraw_no = ${subjectNo}
      union all select transfer_status from cash_transfer where transfer_no = ${subjectNo}`.execute(database.db);
    expect(rows).toEqual([{ status: expect.stringMatching(paid.has(attemptNo) ? /^SUCCESS$/ : /^FAIL/) }]);
  }
  expect(made.filter((attemptNo) => paid.has(attemptNo)).length).toBeGreaterThan(3);
  expect(made.filter((attemptNo) => !paid.has(attemptNo)).length).toBeGreaterThan(3);
  const { accounts } = await trialBalance(database.db);
  for (const account of ['PAYOUT_CLEARING', 'REFUND_CLEARING', 'TRANSFER_CLEARING', 'CASH_IN_TRANSIT']) {
    expect(accounts.find(({ accountCode }) => accountCode === account)?.balanceCents ?? 0, account).toBe(0);
  }
});

it('never sends again what is in doubt, and refuses a second live payout', async () => {
  sandbox.change({ silence: 1, drop: 1, duplicate: 0, failure: 0 });
  const { orderNo, attemptNo } = await sent();
  const state = (await attempts()).find((each) => each.attemptNo === attemptNo);
  expect(state?.attemptStatus).toBe('UNKNOWN');
  await expect(sendPayout(runner(), attemptNo)).rejects.toMatchObject({
    error: 'ILLEGAL_TRANSITION',
  });
  await expect(
    database.db.transaction().execute((tx) =>
      createAttempt(tx, {
        subjectType: 'LOAN',
        subjectNo: orderNo,
        merchantNo: state?.merchantNo ?? '',
        payoutChannel: 'MPESA',
        account: 'BANK.MPESA_FLOAT',
        amountCents: 100,
        payeePhone: '254712345678',
        payeeName: 'Nobody',
      }),
    ),
  ).rejects.toMatchObject({ error: 'PAYOUT_LIVE' });
  sandbox.change({ silence: 0, drop: 0 });
  await ended();
  const sends = sandbox.book.transactions.filter((each) => each.originatorConversationId === attemptNo);
  expect(sends).toHaveLength(1);
});

it('takes a payment in once and applies it to the order whose code was typed', async () => {
  sandbox.change({ duplicate: 1, callbackSpreadMs: 20 });
  const { orderNo } = await sent();
  await ended();
  const { repaymentCode } = await database.db
    .selectFrom('loanOrder')
    .select('repaymentCode')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const phone = '254722000111';
  await sandbox.payIn({ phone, amount: '1000', reference: repaymentCode });
  await sandbox.payIn({ phone, amount: '50', reference: 'who knows' });
  expect(await sandbox.payIn({ phone, amount: '50', reference: '' })).toEqual({
    refused: 'C2B00012',
  });
  await world.settled();
  const flows = await database.db
    .selectFrom('paymentFlow')
    .select(['amountCents', 'flowStatus', 'orderNo'])
    .where('payerPhone', '=', phone)
    .orderBy('amountCents')
    .execute();
  expect(flows).toEqual([
    { amountCents: 5_000, flowStatus: 'UNMATCHED', orderNo: null },
    { amountCents: 100_000, flowStatus: 'APPLIED', orderNo },
  ]);
  const { repeats } = await database.db
    .selectFrom('gatewayCallbackState')
    .select((eb) => eb.fn.sum<number>('repeats').as('repeats'))
    .where('topic', '=', 'mpesa/c2b/confirmation')
    .executeTakeFirstOrThrow();
  expect(Number(repeats)).toBe(2);
});

it('keeps callbacks out that do not know the way, and what it cannot read apart', async () => {
  const post = (address: string, body: string) =>
    fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { url: secretUrl, secret } = world.callbacks;
  const stranger = secretUrl.replace(secret, 'a-secret-that-nobody-has-ever-had');
  expect((await post(`${stranger}/mpesa/b2c/result`, '{}')).status).toBe(403);
  expect((await post(`${secretUrl}/mpesa/nothing`, '{}')).status).toBe(404);
  expect(await (await post(`${secretUrl}/mpesa/b2c/result`, '{"odd":true}')).json()).toEqual({
    ResultCode: 0,
    ResultDesc: 'Accepted',
  });
  await engine.callbacks.settled();
  const { rows } = await sql<{ status: string }>`
    select s.callback_status as status from gateway_callback c
    join gateway_callback_state s using (callback_id)
    where convert_from(c.content, 'UTF8') = '{"odd":true}'`.execute(database.db);
  expect(rows).toEqual([{ status: 'REFUSED' }]);
});
