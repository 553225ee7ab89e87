import { type ParsedRequestOf, type ReplyOf, ruleSet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { createJob, defineJob, type ItemsKind, rootJobOf } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { readApplications } from '../application-facts/index.ts';
import { DEFAULT_RULES } from './default-rules.ts';
import { ruleSetFamily } from './family.ts';
import { flippedIn, flipsOf, outcomesOf } from './flips.ts';

const params = z.strictObject({
  ruleId: z.string(),
  merchantNo: z.string(),
  versionNo: z.number(),
  heldVersionNo: z.nullable(z.number()),
});
type Params = z.output<typeof params>;
/** More applications a day than a version is tried on. */
const MAX_PER_DAY = 20_000;

const versionsOf = (db: Queryable, ruleId: string) =>
  db
    .selectFrom('configRuleNow as r')
    .innerJoin('configVersion as v', (join) =>
      join.onRef('v.subjectNo', '=', 'r.subjectNo').onRef('v.configKey', '=', 'r.configKey'),
    )
    .select(['r.merchantNo', 'v.versionNo', 'v.value'])
    .where('r.configKey', '=', ruleSetFamily.key)
    .where('r.ruleId', '=', ruleId)
    .orderBy('v.versionNo', 'desc')
    .limit(1);

/** A set as its newest version says it, approved or not. */
async function newestOf(db: Queryable, ruleId: string) {
  const found = await versionsOf(db, ruleId).executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** The version of a set that applies now, with its rules; the company's default where none does. */
async function heldOf(db: Queryable, ruleId: string, merchantNo: string) {
  const sets = await rulesAt(db, ruleSetFamily, new Date(), merchantNo);
  const held = sets.find((set) => set.ruleId === ruleId);
  return { versionNo: held?.versionNo ?? null, rules: held?.value.rules ?? DEFAULT_RULES };
}

async function keepHead(tx: Tx, jobNo: string, { ruleId, versionNo, heldVersionNo }: Params, days: number) {
  await tx
    .insertInto('riskBacktest')
    .values({ jobNo, ruleId, versionNo, heldVersionNo, days })
    .onConflict((conflict) => conflict.column('jobNo').doUpdateSet({ days }))
    .execute();
}

/**
 * A day of past applications, decided by the version and by what is in force. The version is the one that was newest
 * when the job was started: days decided by two versions would add up to none.
 * @throws AppError RULE_VERSION_MOVED where another version applies since
 */
export const backtestKind: ItemsKind<Params> = defineJob({
  kind: 'ruleSet.backtest',
  title: { en: 'Backtest of a rule set', zh: '规则集回测' },
  code: 'risk:ruleSet:dryRun',
  params,
  async runItem({ subjectNo }, asked, { tx, jobNo: ownNo }) {
    // Days that are tried again belong to the result that lacks them.
    const jobNo = await rootJobOf(tx, ownNo);
    const day = subjectNo;
    const { ruleId, merchantNo, versionNo, heldVersionNo } = asked;
    const tried = await versionsOf(tx, ruleId).where('v.versionNo', '=', versionNo).executeTakeFirst();
    const held = await heldOf(tx, ruleId, merchantNo);
    if (!tried || held.versionNo !== heldVersionNo) throw new AppError('RULE_VERSION_MOVED');
    const { productNos, rules } = ruleSet.ruleSetValue.parse(tried.value);
    const ofProducts = productNos.length === 0 ? sql`true` : sql`o.product_no = ANY(${productNos})`;
    const past = await readApplications(
      tx,
      sql`o.merchant_no = ${merchantNo} AND ${ofProducts} AND o.apply_time >= ${startOfBusinessDate(day)}
        AND o.apply_time < ${startOfBusinessDate(addDays(day, 1))}`,
      MAX_PER_DAY,
    );
    const flipped = flippedIn(past, held.rules, rules);
    const flips = JSON.stringify(flipsOf(flipped, await outcomesOf(tx, flipped)));
    // A test of the endpoint alone writes no head; the job's command does.
    await tx
      .insertInto('riskBacktest')
      .values({ jobNo, ruleId, versionNo, heldVersionNo, days: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.insertInto('riskBacktestDay').values({ jobNo, day, considered: past.length, flips }).execute();
    return { considered: past.length };
  },
});

/** @throws AppError NOT_FOUND */
export async function startBacktest(
  { ruleId, days }: ParsedRequestOf<typeof ruleSet.backtest>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  const { tx, caller } = call;
  const { merchantNo, versionNo } = await newestOf(tx, ruleId);
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
  const held = await heldOf(tx, ruleId, merchantNo);
  const asked = { ruleId, merchantNo, versionNo, heldVersionNo: held.versionNo };
  const today = businessDateOf(new Date());
  const items = Array.from({ length: days }, (_, back) => ({ subjectNo: addDays(today, -1 - back), input: {} }));
  const jobNo = await createJob(backtestKind, asked, call, items);
  await keepHead(tx, jobNo, asked, days);
  return { jobNo };
}

const NEVER = {
  jobNo: null,
  versionNo: null,
  heldVersionNo: null,
  isCurrent: false,
  days: 0,
  daysDone: 0,
  considered: 0,
  flipped: 0,
  flips: [],
};

/** @throws AppError NOT_FOUND */
export async function readBacktest(
  { ruleId }: { readonly ruleId: string },
  { db, caller }: Call,
): Promise<ReplyOf<typeof ruleSet.backtestResult>> {
  const { merchantNo, versionNo: newest } = await newestOf(db, ruleId);
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
  const head = await db
    .selectFrom('riskBacktest')
    .selectAll()
    .where('ruleId', '=', ruleId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!head) return { ...NEVER, newestVersionNo: newest };
  const { jobNo, versionNo, heldVersionNo, days } = head;
  const held = await heldOf(db, ruleId, merchantNo);
  const { rows: flips } = await sql<ruleSet.Flip>`
    SELECT f."ruleName" AS rule_name, f."fromDecision" AS from_decision, f."toDecision" AS to_decision,
      sum(f.orders)::int AS orders, sum(f.disbursed)::int AS disbursed, sum(f.repaid)::int AS repaid,
      sum(f.bad)::int AS bad, sum(f."lentCents")::bigint AS lent_cents,
      coalesce(sum(f."incomeCents"), 0)::bigint AS income_cents, coalesce(sum(f."owedCents"), 0)::bigint AS owed_cents
    FROM risk_backtest_day d CROSS JOIN LATERAL jsonb_to_recordset(d.flips) AS f("ruleName" text,
      "fromDecision" text, "toDecision" text, orders int, disbursed int, repaid int, bad int, "lentCents" bigint,
      "incomeCents" bigint, "owedCents" bigint)
    WHERE d.job_no = ${jobNo} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1`.execute(db);
  const done = await db
    .selectFrom('riskBacktestDay')
    .select(({ fn }) => [fn.countAll<number>().as('days'), fn.sum<number>('considered').as('considered')])
    .where('jobNo', '=', jobNo)
    .executeTakeFirstOrThrow();
  const flipped = flips.reduce((sum, { orders }) => sum + orders, 0);
  const considered = Number(done.considered ?? 0);
  // Once it is approved it is itself what applies.
  const isCurrent = versionNo === newest && (held.versionNo === heldVersionNo || held.versionNo === versionNo);
  const progress = { days, daysDone: done.days, considered, flipped, flips };
  return { jobNo, versionNo, heldVersionNo, newestVersionNo: newest, isCurrent, ...progress };
}
