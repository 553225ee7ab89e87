import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_WELL, MISHAPS, openTestWorld, type TestWorld } from '../../../../testing/test-world.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';

/*
 * Prompts to phones under every mishap: each is sent once, each ends as the customer ended it, and the money of each is
 * on the books once however many tell of it.
 */

let world: TestWorld;
let people: { maker: string; checker: string };
let productNo: string;
beforeAll(async () => {
  world = await openTestWorld(11);
  const [maker, checker] = [
    await addPerson(world.database, 'prompt.maker'),
    await addPerson(world.database, 'prompt.checker'),
  ];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(world.database.db);
});
afterAll(async () => await world[Symbol.asyncDispose]());

const AMOUNT_CENTS = 50_000;

/** A prompt of a loan of its own, made as the command leaves it, and sent. */
async function prompted(): Promise<string> {
  const { db } = world.database;
  const { orderNo, customerNo, merchantNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  const { phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  const { repaymentCode } = await db
    .selectFrom('loanOrder')
    .select('repaymentCode')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const { promptNo } = await db
    .insertInto('paymentPrompt')
    .values({
      merchantNo,
      customerNo,
      orderNo,
      phone,
      amountCents: AMOUNT_CENTS,
      accountReference: repaymentCode,
      attemptId: 1,
      madeBy: people.maker,
    })
    .returning('promptNo')
    .executeTakeFirstOrThrow();
  await world.engine.prompt(promptNo);
  return promptNo;
}

const statesOf = async (promptNos: readonly string[]) =>
  await world.database.db
    .selectFrom('paymentPrompt')
    .selectAll()
    .where('promptNo', 'in', promptNos)
    .orderBy('promptNo')
    .execute();

/** What the sandbox's phones paid for a prompt, and what of it stands on the books. */
async function moneyOf(accountReference: string): Promise<{ paid: string[]; booked: unknown[] }> {
  const paid = world.sandbox.book.transactions
    .filter(({ kind, reference }) => kind === 'C2B' && reference === accountReference)
    .map(({ receipt }) => receipt);
  const booked = await world.database.db
    .selectFrom('paymentFlow')
    .select(['paymentCode', 'amountCents', 'appliedCents'])
    .where('accountReference', '=', accountReference)
    .execute();
  return { paid, booked };
}

it('ends every prompt as its customer did, and books each payment once', async () => {
  world.sandbox.change({ callbackSpreadMs: 40 });
  const made = new Map<string, string>();
  for (const mishap of [...MISHAPS, null]) {
    world.sandbox.change({ ...ALL_WELL, ...(mishap && { [mishap]: 1 }) });
    for (const promptNo of await Promise.all([prompted(), prompted()])) made.set(promptNo, mishap ?? 'none');
    if (mishap) expect(world.sandbox.happened().get(mishap) ?? 0, mishap).toBeGreaterThan(0);
  }
  world.sandbox.change(ALL_WELL);
  await world.settled();
  await world.engine.watch();
  await world.engine.watch();
  const prompts = await statesOf([...made.keys()]);
  expect(prompts).toHaveLength(16);
  for (const { promptNo, promptStatus, accountReference, paymentCode } of prompts) {
    const mishap = made.get(promptNo) ?? '';
    const { paid, booked } = await moneyOf(accountReference);
    // The phone was asked at most once, and its word is ours.
    expect(paid.length, mishap).toBeLessThanOrEqual(1);
    expect(promptStatus, mishap).toBe(paid.length === 1 ? 'PAID' : 'FAILED');
    // Told of by callback or by query alone: without any callback the money waits for the statement.
    const isTold = paid.length === 1 && mishap !== 'drop';
    expect(paymentCode, mishap).toBe(isTold ? paid[0] : null);
    const flow = { paymentCode: paid[0], amountCents: AMOUNT_CENTS, appliedCents: AMOUNT_CENTS };
    expect(booked, mishap).toEqual(isTold ? [flow] : []);
  }
  const ends = new Set(prompts.map(({ promptStatus }) => promptStatus));
  expect(ends).toEqual(new Set(['PAID', 'FAILED']));
  expect((await trialBalance(world.database.db)).differenceCents).toBe(0);
});

it('says that it cannot know where nobody ever tells, and takes the word that comes late', async () => {
  world.sandbox.change({ ...ALL_WELL, silence: 1, drop: 1 });
  const promptNo = await prompted();
  expect(await statesOf([promptNo])).toMatchObject([{ promptStatus: 'UNKNOWN', requestId: null }]);
  await world.engine.prompt(promptNo);
  await world.engine.watch();
  const [expired] = await statesOf([promptNo]);
  expect(expired).toMatchObject({ promptStatus: 'EXPIRED', finishedAt: expect.any(Date) });
  const { paid } = await moneyOf(expired?.accountReference ?? '');
  expect(paid).toHaveLength(1);
  // Daraja tells after all, twice, and then takes it back.
  const nairobi = new Date(Date.now() + 3 * 3_600_000).toISOString().replace(/\D/g, '');
  const facts = {
    Item: [
      { Name: 'Amount', Value: AMOUNT_CENTS / 100 },
      { Name: 'MpesaReceiptNumber', Value: paid[0] },
      { Name: 'TransactionDate', Value: Number(nairobi.slice(0, 14)) },
    ],
  };
  // What failed has no facts of a payment.
  const told = (ResultCode: number, hasFacts: boolean) => ({
    Body: {
      stkCallback: {
        MerchantRequestID: 'm',
        CheckoutRequestID: 'ws_CO_late',
        ResultCode,
        ResultDesc: 'late',
        ...(hasFacts && { CallbackMetadata: facts }),
      },
    },
  });
  const topic = world.engine.topics['mpesa/stk/*'];
  const tell = async (about: string, ResultCode = 0, hasFacts = ResultCode === 0) =>
    await world.database.db.transaction().execute(async (tx) => {
      const callback = { callbackId: 1, receivedAt: new Date(), topic: `mpesa/stk/${about}`, content: Buffer.alloc(0) };
      return await topic?.handle(tx, told(ResultCode, hasFacts), { callback, afterCommit: () => undefined });
    });
  await expect(tell('PQ999999999')).rejects.toThrow('There is no prompt');
  expect(await tell('PQ999999999', 1032)).toBe('ignored');
  expect([await tell(promptNo), await tell(promptNo)]).toEqual(['processed', 'processed']);
  await expect(tell(promptNo, 1032)).rejects.toThrow('was paid and is now said to have failed');
  await expect(tell(promptNo, 1032, true)).rejects.toThrow(`is said to have failed (1032), with ${paid[0]}`);
  expect(await statesOf([promptNo])).toMatchObject([
    { promptStatus: 'PAID', paymentCode: paid[0], requestId: 'ws_CO_late' },
  ]);
  expect((await moneyOf(expired?.accountReference ?? '')).booked).toHaveLength(1);
  const { rows } = await sql<{ ends: number }>`select count(*)::int as ends from domain_event
    where subject_no = ${promptNo} and topic = 'prompt.succeed'`.execute(world.database.db);
  expect(rows).toEqual([{ ends: 1 }]);
});

it('never sends what a process left behind: nobody waits for it any more', async () => {
  world.sandbox.change(ALL_WELL);
  const promptNo = await prompted();
  const { rows } = await sql<{ promptNo: string }>`insert into payment_prompt
      (merchant_no, customer_no, order_no, phone, amount_cents, account_reference, attempt_id, made_by, created_at)
    select merchant_no, customer_no, (select order_no from loan_order where order_no <> p.order_no limit 1), phone, 100,
      'NOBODYS', 1, made_by, now() - interval '1 minute' from payment_prompt p where prompt_no = ${promptNo}
    returning prompt_no`.execute(world.database.db);
  const [left] = rows;
  await world.engine.watch();
  expect(await statesOf([left?.promptNo ?? ''])).toMatchObject([{ promptStatus: 'FAILED', sentAt: null }]);
  expect((await moneyOf('NOBODYS')).paid).toEqual([]);
});
