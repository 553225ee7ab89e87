import { type ParsedRequestOf, type ReplyOf, ruleSet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { type Application, readApplications } from '../application-facts/index.ts';
import { DEFAULT_RULES } from './default-rules.ts';
import { ruleSetFamily } from './family.ts';
import { replay } from './replay.ts';

type Flip = ReplyOf<typeof ruleSet.backtestResult>['flips'][number];

const params = z.strictObject({ ruleId: z.string(), merchantNo: z.string(), versionNo: z.number() });
/** More applications a day than a version is tried on. */
const MOST_A_DAY = 20_000;

/** A set as its newest version says it, approved or not. */
async function newestOf(db: Queryable, ruleId: string) {
  const found = await db
    .selectFrom('configRuleNow as r')
    .innerJoin('configVersion as v', (join) =>
      join.onRef('v.subjectNo', '=', 'r.subjectNo').onRef('v.configKey', '=', 'r.configKey'),
    )
    .select(['r.merchantNo', 'v.versionNo', 'v.value'])
    .where('r.configKey', '=', ruleSetFamily.key)
    .where('r.ruleId', '=', ruleId)
    .orderBy('v.versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  return { ...found, value: ruleSet.ruleSetValue.parse(found.value) };
}

/** A day of past applications, decided by the version and by what is in force. */
export const backtestKind: ItemsKind<z.output<typeof params>> = defineJob({
  kind: 'ruleSet.backtest',
  title: { en: 'Backtest of a rule set', zh: '规则集回测' },
  code: 'risk:ruleSet:dryRun',
  params,
  async runItem({ subjectNo }, { ruleId, merchantNo, versionNo }, { tx, jobNo }) {
    const day = subjectNo ?? '';
    const { value } = await newestOf(tx, ruleId);
    const sets = await rulesAt(tx, ruleSetFamily, new Date(), merchantNo);
    const held = sets.find((set) => set.ruleId === ruleId)?.value.rules ?? DEFAULT_RULES;
    const ofProducts = value.productNos.length === 0 ? sql`true` : sql`o.product_no = ANY(${value.productNos})`;
    const past = await readApplications(
      tx,
      sql`o.merchant_no = ${merchantNo} AND ${ofProducts} AND o.apply_time >= ${startOfBusinessDate(day)}
        AND o.apply_time < ${startOfBusinessDate(addDays(day, 1))}`,
      MOST_A_DAY,
    );
    const flips = JSON.stringify(flipsIn(past, held, value.rules));
    // A test of the endpoint alone writes no head; the job's command does.
    await tx
      .insertInto('riskBacktest')
      .values({ jobNo, ruleId, versionNo, days: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.insertInto('riskBacktestDay').values({ jobNo, day, considered: past.length, flips }).execute();
    return { considered: past.length };
  },
});

function flipsIn(past: readonly Application[], held: readonly ruleSet.RiskRule[], rules: readonly ruleSet.RiskRule[]) {
  const flips = new Map<string, Flip>();
  for (const application of past) {
    const from = replay(held, application);
    const to = replay(rules, application);
    if (from.decision === to.decision) continue;
    // What refuses is named; where nothing refuses any more, what refused before.
    const ruleName = (to.decidedBy ?? from.decidedBy)?.ruleName ?? '-';
    const key = `${ruleName} ${from.decision} ${to.decision}`;
    const { lentCents, isRepaid, isBad } = application;
    const before = flips.get(key);
    flips.set(key, {
      ruleName,
      fromDecision: from.decision,
      toDecision: to.decision,
      orders: (before?.orders ?? 0) + 1,
      disbursed: (before?.disbursed ?? 0) + Number(lentCents > 0),
      repaid: (before?.repaid ?? 0) + Number(isRepaid),
      bad: (before?.bad ?? 0) + Number(isBad),
      lentCents: (before?.lentCents ?? 0) + lentCents,
    });
  }
  return [...flips.values()];
}

/** @throws AppError NOT_FOUND */
export async function startBacktest(
  { ruleId, days }: ParsedRequestOf<typeof ruleSet.backtest>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  const { tx, caller } = call;
  const { merchantNo, versionNo } = await newestOf(tx, ruleId);
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
  const today = businessDateOf(new Date());
  const items = Array.from({ length: days }, (_, back) => ({ subjectNo: addDays(today, -1 - back), input: {} }));
  const jobNo = await createJob(backtestKind, { ruleId, merchantNo, versionNo }, call, items);
  await tx
    .insertInto('riskBacktest')
    .values({ jobNo, ruleId, versionNo, days })
    .onConflict((conflict) => conflict.column('jobNo').doUpdateSet({ days }))
    .execute();
  return { jobNo };
}

/** @throws AppError NOT_FOUND */
export async function readBacktest(
  { ruleId }: { readonly ruleId: string },
  { db, caller }: Call,
): Promise<ReplyOf<typeof ruleSet.backtestResult>> {
  const { merchantNo } = await newestOf(db, ruleId);
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
  const head = await db
    .selectFrom('riskBacktest')
    .selectAll()
    .where('ruleId', '=', ruleId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!head) return { jobNo: null, versionNo: null, days: 0, daysDone: 0, considered: 0, flipped: 0, flips: [] };
  const { jobNo, versionNo, days } = head;
  const { rows: flips } = await sql<Flip>`
    SELECT f."ruleName" AS rule_name, f."fromDecision" AS from_decision, f."toDecision" AS to_decision,
      sum(f.orders)::int AS orders, sum(f.disbursed)::int AS disbursed, sum(f.repaid)::int AS repaid,
      sum(f.bad)::int AS bad, sum(f."lentCents")::bigint AS lent_cents
    FROM risk_backtest_day d CROSS JOIN LATERAL jsonb_to_recordset(d.flips) AS f("ruleName" text,
      "fromDecision" text, "toDecision" text, orders int, disbursed int, repaid int, bad int, "lentCents" bigint)
    WHERE d.job_no = ${jobNo} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1`.execute(db);
  const done = await db
    .selectFrom('riskBacktestDay')
    .select(({ fn }) => [fn.countAll<number>().as('days'), fn.sum<number>('considered').as('considered')])
    .where('jobNo', '=', jobNo)
    .executeTakeFirstOrThrow();
  const flipped = flips.reduce((sum, { orders }) => sum + orders, 0);
  const considered = Number(done.considered ?? 0);
  return { jobNo, versionNo, days, daysDone: done.days, considered, flipped, flips };
}
