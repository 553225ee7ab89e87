import { reviewRules } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { configAt } from '../../platform/configuration/index.ts';
import { aiFamily, allocationFamily, faceFamily, rejectFamily, stepsFamily } from './families.ts';
import { scopesOf } from './scope.ts';

/** What of an order decides which rules hold for it. */
interface ReviewedOrder {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly productNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly terms: { readonly maxPrincipalCents: number };
}

/** Which review of the order runs, or would begin next: one more than its decisions so far. */
export async function reviewRoundOf(db: Queryable, orderNo: string): Promise<number> {
  const { decisions } = await db
    .selectFrom('orderEvent')
    .select(sql<number>`count(*)::int`.as('decisions'))
    .where('orderNo', '=', orderNo)
    .where('command', 'in', ['pass', 'refuse', 'reject'])
    .executeTakeFirstOrThrow();
  return decisions + 1;
}

/**
 * Keeps the rules that hold now with the order, at its allocation; once a round: an order that is taken
 * back and handed to somebody else keeps those it had. Answers the ones that hold for it.
 */
export async function snapshotReviewConfig(
  tx: Tx,
  order: ReviewedOrder,
  at: Date = new Date(),
): Promise<reviewRules.ReviewSnapshot> {
  const round = await reviewRoundOf(tx, order.orderNo);
  const config = { round, takenAt: at.toISOString(), ...(await rulesFor(tx, order, at)) };
  await tx
    .insertInto('orderReviewConfig')
    .values({ orderNo: order.orderNo, round, config: JSON.stringify(config), takenAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readSnapshot(tx, order.orderNo, round)) ?? config;
}

/** The snapshot of a round, of the newest where none is named; null for an order never assigned. */
export async function readSnapshot(
  db: Queryable,
  orderNo: string,
  round?: number,
): Promise<reviewRules.ReviewSnapshot | null> {
  let query = db.selectFrom('orderReviewConfig').select('config').where('orderNo', '=', orderNo);
  if (round !== undefined) query = query.where('round', '=', round);
  const found = await query.orderBy('round', 'desc').limit(1).executeTakeFirst();
  return found ? reviewRules.reviewSnapshot.parse(found.config) : null;
}

/** The steps that the order's review goes by; none where none were configured. */
export async function reviewStepsOf(db: Queryable, orderNo: string): Promise<readonly reviewRules.ReviewStep[]> {
  return (await readSnapshot(db, orderNo))?.steps ?? [];
}

/** Lease and waiting targets that hold at an instant, and whether orders are assigned automatically. */
export async function allocationRulesAt(db: Queryable, at: Date = new Date()): Promise<reviewRules.AllocationRules> {
  const { value } = await configAt(db, allocationFamily, at);
  if (value === null) throw new Error('the rules of allocation have nothing to start with');
  return value;
}

/** The rules that would hold for the order at an instant, without keeping them. */
export async function rulesFor(
  db: Queryable,
  order: ReviewedOrder,
  at: Date,
): Promise<Omit<reviewRules.ReviewSnapshot, 'round' | 'takenAt'>> {
  const allocation = await configAt(db, allocationFamily, at);
  const reject = await configAt(db, rejectFamily, at);
  const face = await configAt(db, faceFamily, at);
  const ai = await configAt(db, aiFamily, at);
  const steps = await stepsFor(db, order, at);
  return {
    leaseMinutes: allocation.value?.leaseMinutes ?? 30,
    stepsScope: steps.scope,
    steps: steps.value,
    returnDays: reject.value?.returnDays ?? 7,
    correctableItems: reject.value?.correctableItems ?? [],
    faceThreshold: face.value?.scoreThreshold ?? 80,
    faceCompulsory: face.value?.compulsory ?? 'BELOW_THRESHOLD',
    aiMayDecide: ai.value?.aiMayDecide ?? false,
    productMaximumCents: order.terms.maxPrincipalCents,
    coolOffDays: await coolOffDays(db),
    versions: {
      allocation: allocation.versionNo,
      reviewSteps: steps.versionNo,
      reject: reject.versionNo,
      face: face.versionNo,
      aiEmployees: ai.versionNo,
    },
  };
}

/** The narrowest scope that has steps wins whole; scopes are not mixed. */
async function stepsFor(db: Queryable, order: ReviewedOrder, at: Date) {
  for (const scope of scopesOf(order)) {
    const { value, versionNo } = await configAt(db, stepsFamily, at, scope);
    if (value !== null) return { scope, value, versionNo };
  }
  return { scope: '', value: [], versionNo: null };
}

async function coolOffDays(db: Queryable): Promise<Record<string, number>> {
  const rows = await db.selectFrom('refuseCode').select(['refuseCode', 'coolOffDays']).execute();
  return Object.fromEntries(rows.map((row) => [row.refuseCode, row.coolOffDays]));
}
