import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { runCommand } from '../../../../http/command.ts';
import { dryRun } from '../../../../http/preview.ts';
import { lookAtState } from './invariants.ts';
import { pay, type World } from './model-world.ts';

/* Steps that go through what stands around every command: its idempotency key, its dry run. */

const GENERIC = { repayType: 'GENERIC', billNo: null } as const;
const ENDPOINT = 'history.pay';

interface Sending {
  readonly key: string;
  readonly cents: number;
  readonly seen?: string;
}

const send = (world: World, { key, cents, ...seen }: Sending): Promise<string> =>
  runCommand(world.db, {
    userNo: world.people.maker,
    key,
    endpoint: ENDPOINT,
    payload: { orderNo: world.loan.orderNo, cents },
    ...seen,
    handle: async (tx) => {
      await pay(tx, world, cents, GENERIC);
      return { sent: world.count };
    },
  });

/** 5: the same key has one effect and one reply; with another payload it is refused. @throws AppError of the payment */
export async function payTwiceByKey(world: World, cents: number): Promise<void> {
  const key = randomUUID();
  const reply = await send(world, { key, cents });
  const state = await lookAtState(world.db, world.loan.orderNo);
  expect(await send(world, { key, cents }), 'the reply of a key sent again').toBe(reply);
  const other = send(world, { key, cents: cents + 1 });
  await expect(other).rejects.toMatchObject({ error: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await lookAtState(world.db, world.loan.orderNo)).toBe(state);
}

/** A dry run writes nothing; what it saw commits once, and not again after the state has moved. @throws AppError of the payment */
export async function previewThenPay(world: World, cents: number): Promise<void> {
  const { db, loan, last } = world;
  const before = await lookAtState(db, loan.orderNo);
  const { seen, postings } = await dryRun(db, (tx) => pay(tx, world, cents, GENERIC));
  world.last = last;
  expect(await lookAtState(db, loan.orderNo), 'a dry run wrote').toBe(before);
  expect(postings.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
  await send(world, { key: randomUUID(), cents, seen });
  // What was a surplus alone moved no bill, and may be said again.
  if (!postings.some(({ billNo }) => billNo !== null)) return;
  const paid = world.last;
  const moved = send(world, { key: randomUUID(), cents, seen });
  await expect(moved).rejects.toMatchObject({ error: 'STATE_MOVED' });
  world.last = paid;
}
