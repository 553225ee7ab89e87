import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { receiveFlow } from '../payments/index.ts';
import { lockDay, matchStatement, oursOf, rematch } from './days.ts';
import { type FoundDifference, matchDay } from './match.ts';
import { pairReceipts } from './paired-receipts.ts';

const ACCOUNT = 'BANK.MPESA_PAYBILL';
const CHANNELS = ['MPESA', 'MPESA', 'MPESA', 'MPESA', 'BANK'];

let app: TestApp;
let merchantNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  ({ merchantNo } = await app.database.db
    .selectFrom('merchant')
    .select('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
});
afterAll(async () => await app[Symbol.asyncDispose]());

let seed = 11;
const dice = (sides: number) => (seed = (seed * 48_271) % 2_147_483_647) % sides;

const placeOf = ({ diffType, serial, flowNo }: FoundDifference) => `${diffType} ${serial} ${flowNo}`;

/** Payments and lines of a day, most of them alike; some on one side alone, of another day, amount, channel or kind. */
async function liveDay(businessDate: string) {
  const { db } = app.database;
  const { runId } = await db
    .insertInto('reconDay')
    .values({ accountCode: ACCOUNT, businessDate })
    .returning('runId')
    .executeTakeFirstOrThrow();
  const at = new Date(`${businessDate}T10:00:00+03:00`);
  for (let index = 0; index < 24; index += 1) {
    const serial = `P${businessDate}${index}`;
    const amountCents = 1_000 + dice(9_000);
    if (dice(8) > 0) {
      const paymentChannel = CHANNELS[dice(CHANNELS.length)] ?? 'MPESA';
      const repayTime = dice(8) > 0 ? at : new Date(at.getTime() - 86_400_000);
      const paid = { merchantNo, paymentCode: serial, account: ACCOUNT, amountCents, repayTime } as const;
      await db.transaction().execute(async (tx) => {
        const { flowNo } = await receiveFlow(tx, { ...paid, paymentChannel });
        // The same number once more, by another channel.
        if (dice(12) === 0) await receiveFlow(tx, { ...paid, paymentChannel: 'AIRTEL' });
        const flowStatus = dice(10) === 0 ? ('REVERSED' as const) : ('UNMATCHED' as const);
        await tx.updateTable('paymentFlow').set({ flowStatus }).where('flowNo', '=', flowNo).execute();
      });
    }
    if (dice(8) === 0) continue;
    const repeat = dice(10) === 0 ? (['OPEN', 'COUNTED', 'LEFT_OUT'] as const)[dice(3)] : undefined;
    await db
      .insertInto('reconLine')
      .values({
        runId,
        accountCode: ACCOUNT,
        serial,
        kind: (['IN', 'IN', 'IN', 'IN', 'OUT', 'FEE'] as const)[dice(6)] ?? 'IN',
        amountCents: dice(8) === 0 ? amountCents + 1 : amountCents,
        happenedAt: at,
        details: '',
        ...(repeat && { repeats: serial, repeatStatus: repeat }),
      })
      .execute();
  }
  return { runId, accountCode: ACCOUNT, businessDate };
}

it('finds what the rules find over the whole of a day, on random days', async () => {
  const { db } = app.database;
  let paired = 0;
  let differences = 0;
  for (let round = 1; round <= 25; round += 1) {
    const day = await liveDay(`2026-03-${String(round).padStart(2, '0')}`);
    const lines = await db
      .selectFrom('reconLine')
      .selectAll()
      .where('runId', '=', day.runId)
      .where(sql<boolean>`repeat_status is distinct from 'LEFT_OUT'`)
      .orderBy('lineId')
      .execute();
    const whole = matchDay(lines, await oursOf(db, day));
    const found = await matchStatement(db, day);
    const inOrder = (one: typeof whole) => ({
      ...one,
      differences: one.differences.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
    });
    expect(inOrder(found)).toEqual(inOrder(whole));
    // What is kept is one row a kind and number, however many of ours bear it.
    await db.transaction().execute(async (tx) => await rematch(tx, await lockDay(tx, day.runId, 'all')));
    paired += (await pairReceipts(db, day)).matchedCount;
    differences += whole.differences.length;
  }
  // The days are no empty ones.
  expect(paired).toBeGreaterThan(100);
  expect(differences).toBeGreaterThan(100);
});
