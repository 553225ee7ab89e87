import type { aiAllocation, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { everyRuleAt, noteRun, recordItem, type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { type AiCase, aiFamily } from './ai-share.ts';
import { redistributeCase } from './assign.ts';
import { collectorsFor } from './collectors.ts';
import { DivisionPlanner } from './division-plan.ts';
import { divisionAt } from './division-rule.ts';
import { waitingCase } from './waiting-cases.ts';

type Config = aiAllocation.AiAllocation;

interface Held extends AiCase {
  readonly loanType: 'FIRST' | 'REPEAT';
  readonly merchantNo: string;
  readonly productNo: string;
  readonly oldestDueOn: string;
  readonly attempts: number;
  readonly willingness: string | null;
  readonly outcome: string | null;
  readonly hasBroken: boolean;
  readonly isDisputed: boolean;
}

/** That a call was handed over is noted after the vendor began it: how it ended may be dated before that. */
async function heldBy(db: Queryable, merchantNo: string, userNo: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select c.case_no, c.case_scope, c.case_level, c.due_at_entry_cents, c.oldest_due_on::text, c.merchant_no,
      o.loan_type, o.product_no, r.willingness, r.outcome,
      (select count(*) from contact_attempt t where t.case_no = c.case_no and t.channel = 'ROBOT'
        and t.refused_for is null and t.attempted_at >= a.assigned_at) as attempts,
      exists (select from promise_to_pay p where p.case_no = c.case_no and p.promise_status = 'BROKEN'
        and p.decided_at >= a.assigned_at) as has_broken,
      exists (select from contact_block b where b.customer_no = c.customer_no and b.block_kind = 'DISPUTE'
        and b.lifted_at is null) as is_disputed
    from collection_case c join loan_order o on o.order_no = c.order_no
    join case_assignment a on a.case_no = c.case_no and a.ended_at is null
    left join lateral (select x.willingness, x.outcome from contact_attempt t join contact_result x using (attempt_id)
      where t.case_no = c.case_no and t.channel = 'ROBOT' and t.attempted_at >= a.assigned_at
        and x.outcome not in ('SENT', 'UNKNOWN', 'REFUSED')
      order by x.at desc, x.result_id desc limit 1) r on true
    where c.collector_user_no = ${userNo} and c.merchant_no = ${merchantNo} and c.case_status = 'COLLECTING'
    order by c.case_no limit 500`.execute(db);
  return rows;
}

/** Why a case goes back to people; null: it stays. Pure. */
export function causeOf(config: Config, one: Omit<Held, keyof AiCase | 'loanType'>): string | null {
  const on = (cause: Config['handBackOn'][number]) => config.handBackOn.includes(cause);
  if (on('DISPUTE') && one.isDisputed) return 'DISPUTE';
  if (on('BROKEN_PROMISE') && one.hasBroken) return 'BROKEN_PROMISE';
  if (on('WILLING') && one.willingness === 'WILLING') return 'WILLING';
  if (on('UNCLEAR') && one.willingness === 'UNCLEAR') return 'UNCLEAR';
  if (on('NUMBER_FAULT') && one.outcome === 'NUMBER_FAULT') return 'NUMBER_FAULT';
  return one.attempts >= config.maxAttempts ? 'MAX_ATTEMPTS' : null;
}

/**
 * Gives a case to a person as its level's policy divides: who has the order's other bills, speaks the borrower's
 * language, has the most room. False where nobody has room.
 */
async function giveToPerson(tx: Tx, rule: RuleInForce<Config>, one: Held, cause: string, at: Date): Promise<boolean> {
  const all = new Set((await rulesAt(tx, aiFamily, at, one.merchantNo)).map(({ value }) => value.aiEmployeeUserNo));
  all.add(rule.value.aiEmployeeUserNo);
  const people = (await collectorsFor(tx, { merchantNo: one.merchantNo, at })).filter(({ userNo }) => !all.has(userNo));
  const facts = await waitingCase(tx, one.caseNo);
  if (!facts) return false;
  const [given] = new DivisionPlanner({
    division: await divisionAt(tx, one.merchantNo, at),
    day: businessDateOf(at),
    people,
    aiRules: [],
    givenToAi: new Map(),
    // What no rule divides is still better with a person than with an AI employee that is done with it.
    isAsked: true,
  }).plan([facts]).given;
  if (!given) return false;
  const chosen = given.userNo;
  const reach = { caseScope: one.caseScope, caller: { scope: 'all', userNo: '' } } as const;
  await redistributeCase(tx, one.caseNo, chosen, reach, { by: null, at, reason: cause, chosen: given });
  await recordItem(tx, rule, {
    runAt: at,
    subjectNo: one.caseNo,
    outcome: 'HANDED_BACK',
    amountCents: one.dueAtEntryCents,
    facts: { cause, userNo: chosen, why: given.why },
  });
  return true;
}

/**
 * Hands cases of AI employees to people where their configuration says so; a case a transaction. Run again it finds what
 * is left. @returns how many went
 */
export async function handBackAiCases(db: Database, at: Date, log: Logger): Promise<number> {
  let went = 0;
  for (const rule of await rulesAt(db, aiFamily, at)) {
    let items = 0;
    for (const one of await heldBy(db, rule.merchantNo, rule.value.aiEmployeeUserNo)) {
      const cause = causeOf(rule.value, one);
      if (cause === null) continue;
      try {
        if (await db.transaction().execute((tx) => giveToPerson(tx, rule, one, cause, at))) items += 1;
      } catch (error) {
        if (!(error instanceof AppError)) log.error({ err: error, caseNo: one.caseNo }, 'a case did not go back');
      }
    }
    if (items > 0) await noteRun(db, rule, at, items);
    went += items;
  }
  return went;
}

/** @throws AppError NOT_FOUND */
export async function handBackNow(
  { ruleId, reason }: ParsedRequestOf<typeof aiAllocation.handBack>,
  call: CommandContext,
): Promise<{ handedBack: number; left: number }> {
  const { tx, caller } = call;
  const at = new Date();
  const rule = (await everyRuleAt(tx, aiFamily, at)).find((one) => one.ruleId === ruleId);
  if (!rule || !seesMerchant(caller.scope, rule.merchantNo)) throw new AppError('NOT_FOUND');
  let [handedBack, left] = [0, 0];
  for (const one of await heldBy(tx, rule.merchantNo, rule.value.aiEmployeeUserNo)) {
    if (await giveToPerson(tx, rule, one, reason.slice(0, 64), at)) handedBack += 1;
    else left += 1;
  }
  await writeAudit(tx, call, {
    action: 'aiAllocation.handBack',
    subjectType: 'rule',
    subjectNo: ruleId,
    merchantNo: rule.merchantNo,
    after: { handedBack, left },
    reason,
  });
  return { handedBack, left };
}

/** Collectors that are AI employees of the merchants a caller sees. */
export async function aiEmployees({ db, caller }: Call) {
  const rows = await db
    .selectFrom('personnel as p')
    .innerJoin('appUser as u', 'u.userNo', 'p.userNo')
    .innerJoin('personnelMerchant as m', (join) =>
      join.onRef('m.userNo', '=', 'p.userNo').onRef('m.personnelKind', '=', 'p.personnelKind'),
    )
    .select(['u.userNo', 'u.realName', 'm.merchantNo'])
    .where('p.personnelKind', '=', 'COLLECTOR')
    .where('p.isAiEmployee', '=', true)
    .orderBy('u.realName')
    .execute();
  const seen = rows.filter(({ merchantNo }) => seesMerchant(caller.scope, merchantNo));
  return [...new Map(seen.map(({ userNo, realName }) => [userNo, { userNo, realName }])).values()];
}

/** Robot plans of the merchants a caller sees that make tasks now. */
export async function enabledPlans({ db, caller }: Call) {
  const { rows } = await sql<{ planNo: string; planName: string; merchantNo: string; merchantName: string }>`
    select p.plan_no, p.plan_name, p.merchant_no, m.merchant_name from robot_plan p join merchant m using (merchant_no)
    where p.section in ('collection', 'collectionStage') and p.plan_status = 'ENABLED' order by p.plan_name, p.plan_no`.execute(
    db,
  );
  return rows
    .filter(({ merchantNo }) => seesMerchant(caller.scope, merchantNo))
    .map(({ planNo, planName, merchantName }) => ({ planNo, planName, merchantName }));
}
