import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson } from '../../../../testing/test-app.ts';
import { ALL_WELL, MISHAPS, openTestWorld, type TestWorld } from '../../../../testing/test-world.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { lockFlow, moveOfFlow } from '../payments/index.ts';
import { createReversal } from './reversal-payout.ts';

/* Payments that the channel is asked to take back, through a world that loses, doubles and delays: once or not at all. */

const SHILLINGS = 750;
let world: TestWorld;
let people: { makerUserNo: string; checkerUserNo: string };
let payer = 0;

beforeAll(async () => {
  world = await openTestWorld(11);
  const [maker, checker] = [
    await addPerson(world.database, 'back.maker'),
    await addPerson(world.database, 'back.checker'),
  ];
  people = { makerUserNo: maker.userNo, checkerUserNo: checker.userNo };
});
afterAll(async () => await world?.[Symbol.asyncDispose]());

/** Somebody paid us who meant somebody else; all of it is held, and an attempt waits to be sent. */
async function attempt(): Promise<{ attemptNo: string; flowNo: string; receipt: string }> {
  const { database, sandbox } = world;
  const phone = `254733${String((payer += 1)).padStart(6, '0')}`;
  const paid = await sandbox.payIn({ phone, amount: String(SHILLINGS), reference: 'another shop' });
  if ('refused' in paid) throw new Error(`the payment was refused: ${paid.refused}`);
  await world.settled();
  return await database.db.transaction().execute(async (tx) => {
    const { flowNo } = await tx
      .selectFrom('paymentFlow')
      .select('flowNo')
      .where('paymentCode', '=', paid.receipt)
      .executeTakeFirstOrThrow();
    const flow = await lockFlow(tx, flowNo);
    await moveOfFlow(tx, flow, { heldCents: flow.amountCents });
    const attemptNo = await createReversal(tx, await lockFlow(tx, flowNo), people);
    return { attemptNo, flowNo, receipt: paid.receipt };
  });
}

const attemptOf = async (attemptNo: string) =>
  await world.database.db
    .selectFrom('payoutAttempt')
    .selectAll()
    .where('attemptNo', '=', attemptNo)
    .executeTakeFirstOrThrow();
const flowOf = async (flowNo: string) =>
  await world.database.db
    .selectFrom('paymentFlow')
    .select(['flowStatus', 'heldCents', 'returnedCents', 'writableCents'])
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
/** What the channel did about a payment. */
const doneTo = (receipt: string) =>
  world.sandbox.book.transactions.filter(({ kind, reference }) => kind === 'REVERSAL' && reference === receipt);

/** Callbacks have come and were worked off; then the watch asks, until nothing is in doubt. */
async function ended(): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    await world.settled();
    const open = await world.database.db
      .selectFrom('payoutAttempt')
      .select('attemptNo')
      .where('attemptStatus', 'not in', ['SUCCESS', 'FAILED'])
      .executeTakeFirst();
    if (!open) return;
    await world.engine.watch();
  }
  throw new Error('some reversals never ended');
}

it('takes each payment back once or not at all, whatever becomes of calls and callbacks', async () => {
  const { sandbox, engine } = world;
  const made: Awaited<ReturnType<typeof attempt>>[] = [];
  const luck = {
    replyDelayMs: 10,
    callbackSpreadMs: 40,
    failure: 0.4,
    refusal: 0.2,
    silence: 0.1,
    reset: 0.2,
    halfReply: 0.2,
    drop: 0.4,
    duplicate: 0.4,
  } as const;
  // Each for certain, two at once, and all of them by chance.
  const worlds: object[] = [
    ...MISHAPS.map((mishap) => ({ [mishap]: 1 })),
    { silence: 1, drop: 1 },
    { reset: 1, drop: 1, failure: 1 },
    { halfReply: 1, duplicate: 1 },
    ...Array.from({ length: 12 }, () => luck),
  ];
  for (const behaviour of worlds) {
    sandbox.change(ALL_WELL);
    const one = await attempt();
    sandbox.change({ ...ALL_WELL, ...behaviour });
    await engine.send(one.attemptNo);
    made.push(one);
  }
  sandbox.change(ALL_WELL);
  await ended();
  let taken = 0;
  for (const { attemptNo, flowNo, receipt } of made) {
    const orders = doneTo(receipt);
    expect(orders.length, attemptNo).toBeLessThanOrEqual(1);
    const isTaken = orders.some(({ isSuccess }) => isSuccess);
    if (isTaken) taken += 1;
    const { attemptStatus, failReason } = await attemptOf(attemptNo);
    expect([attemptStatus, failReason === null], attemptNo).toEqual(isTaken ? ['SUCCESS', true] : ['FAILED', false]);
    const cents = SHILLINGS * 100;
    expect(await flowOf(flowNo), attemptNo).toEqual(
      isTaken
        ? { flowStatus: 'REVERSED', heldCents: 0, returnedCents: cents, writableCents: 0 }
        : { flowStatus: 'UNMATCHED', heldCents: 0, returnedCents: 0, writableCents: cents },
    );
  }
  // Both ends occurred, or the luck proved nothing.
  expect(taken).toBeGreaterThan(5);
  expect(taken).toBeLessThan(made.length - 5);
  const { differenceCents, accounts } = await trialBalance(world.database.db);
  expect(differenceCents).toBe(0);
  const suspense = accounts.find(({ accountCode }) => accountCode === 'SUSPENSE');
  expect(suspense?.balanceCents).toBe(-(made.length - taken) * SHILLINGS * 100);
}, 60_000);

it('doubts what waited in the queue for too long, and ends the doubt by a question', async () => {
  const { sandbox, engine, callbacks } = world;
  sandbox.change(ALL_WELL);
  const { attemptNo, flowNo } = await attempt();
  sandbox.change({ ...ALL_WELL, drop: 1 });
  await engine.send(attemptNo);
  const body = {
    Result: {
      ResultType: 0,
      ResultCode: 1,
      ResultDesc: 'Queue timeout',
      OriginatorConversationID: 'x',
      ConversationID: 'y',
      TransactionID: '',
    },
  };
  const told = async (path: string, content: object) =>
    await fetch(`${callbacks.url}/mpesa/reversal/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
  expect(await (await told(`timeout/${attemptNo}`, body)).json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
  await world.settled();
  expect((await attemptOf(attemptNo)).attemptStatus).toBe('UNKNOWN');
  expect((await flowOf(flowNo)).heldCents).toBe(SHILLINGS * 100);
  // It stays one order, however often the watch looks; and nobody's number ends nothing.
  await told('result/PO999999999', body);
  await world.settled();
  expect((await attemptOf(attemptNo)).attemptStatus).toBe('UNKNOWN');
  sandbox.change(ALL_WELL);
  await ended();
  expect((await attemptOf(attemptNo)).attemptStatus).toBe('SUCCESS');
  expect((await flowOf(flowNo)).flowStatus).toBe('REVERSED');
});
