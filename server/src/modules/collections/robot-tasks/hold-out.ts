import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/database.ts';

/** A plan's test: which customers it calls, and which it leaves alone to compare them with. */
export interface PlanTest {
  readonly planNo: string;
  readonly testNo: number;
  readonly holdOutPercent: number;
}

const SPACE = 2 ** 32;

/** The same customer, the same answer while the test lasts, in the proportion of its share. */
export function isHeldOut({ planNo, testNo, holdOutPercent }: PlanTest, customerNo: string): boolean {
  const drawn = createHash('sha256').update(`${planNo} ${testNo} ${customerNo}`).digest().readUInt32BE(0) / SPACE;
  return drawn < holdOutPercent / 100;
}

/**
 * The test of a plan that is locked and runs now; null where it calls everybody. Another share ends the test and begins
 * the next: customers of one share are not mixed with those of another.
 */
export async function testOf(
  tx: Tx,
  plan: { readonly planNo: string; readonly holdOutPercent: number },
  at: Date,
): Promise<PlanTest | null> {
  const { planNo, holdOutPercent } = plan;
  const last = await tx
    .selectFrom('robotPlanTest')
    .select(['testNo', 'holdOutPercent', 'endedAt'])
    .where('planNo', '=', planNo)
    .orderBy('testNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isOpen = last !== undefined && last.endedAt === null;
  if (isOpen && last.holdOutPercent === holdOutPercent) return { planNo, testNo: last.testNo, holdOutPercent };
  if (isOpen) await endTest(tx, planNo, at);
  if (holdOutPercent === 0) return null;
  const test = { planNo, testNo: (last?.testNo ?? 0) + 1, holdOutPercent };
  await tx
    .insertInto('robotPlanTest')
    .values({ ...test, startedAt: at })
    .execute();
  return test;
}

export async function endTest(tx: Tx, planNo: string, at: Date): Promise<void> {
  await tx
    .updateTable('robotPlanTest')
    .set({ endedAt: at })
    .where('planNo', '=', planNo)
    .where('endedAt', 'is', null)
    .execute();
}

/** A statement has room for so many rows. */
const ROWS_AT_ONCE = 5_000;

/** Notes customers whom a run met for the first time; those it would not have called anyway are in no test. */
export async function joinTest(
  tx: Tx,
  { planNo, testNo, holdOutPercent }: PlanTest,
  customerNos: readonly string[],
  joinedAt: Date,
): Promise<void> {
  const test = { planNo, testNo, holdOutPercent };
  for (let from = 0; from < customerNos.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('robotPlanCustomer')
      .values(
        customerNos.slice(from, from + ROWS_AT_ONCE).map((customerNo) => ({
          planNo,
          testNo,
          customerNo,
          isHeldOut: isHeldOut(test, customerNo),
          joinedAt,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
