import type { poolDivision } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { noteRun, recordItem } from '../../platform/rules/index.ts';
import { lockCollector } from './collectors.ts';
import type { Given, Left } from './division-plan.ts';

/** Of one run: what it gave of whom, or found nobody for. */
interface Run {
  readonly merchantNo: string;
  /** The moment that all of its items share. */
  readonly runAt: Date;
}

/**
 * What each policy gives, as an item of its run: who gets how many cases and how much. Each case keeps the item's number
 * (`case_assignment.run_item_id`). @returns that number by policy
 */
export async function recordGiven(
  tx: Tx,
  given: readonly Given[],
  { merchantNo, runAt }: Run,
): Promise<ReadonlyMap<string, number>> {
  const itemIds = new Map<string, number>();
  for (const [ruleId, all] of Map.groupBy(given, ({ policy }) => policy?.ruleId ?? '')) {
    const policy = all[0]?.policy;
    if (!policy) continue;
    const ofGroup = (group: 'NEW' | 'OLD') => all.filter(({ facts }) => facts.group === group).length;
    const facts = {
      cases: all.length,
      newStaff: ofGroup('NEW'),
      oldStaff: ofGroup('OLD'),
      people: [...Map.groupBy(all, ({ userNo }) => userNo)].map(([userNo, some]) => ({
        userNo,
        group: some[0]?.facts.group ?? null,
        cases: some.length,
        amountCents: centsOf(some),
      })),
      left: [],
    };
    const item = { runAt, subjectNo: merchantNo, outcome: 'DIVIDED', amountCents: centsOf(all), facts };
    itemIds.set(ruleId, await recordItem(tx, policy, item));
    await noteRun(tx, policy, runAt, all.length);
  }
  return itemIds;
}

/** At the end of a run by the rules, in its turn at the desk: divisions of a merchant write to the same policies. */
export async function noteLeft(db: Database, left: readonly Left[], run: Run): Promise<void> {
  if (left.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockCollector(tx, `of ${run.merchantNo}`);
    await recordLeft(tx, left, run);
  });
}

const centsOf = (some: readonly Given[]): number => some.reduce((sum, { one }) => sum + one.dueAtEntryCents, 0);

/**
 * What each policy found nobody for, as an item of its run. A night comes back to the same cases every ten minutes: where it
 * gave nothing and leaves no case for a new reason, it is no run.
 * @param isAsked a person asked for it, and is told in any case
 */
export async function recordLeft(
  tx: Tx,
  left: readonly Left[],
  { merchantNo, runAt, isAsked = false }: Run & { readonly isAsked?: boolean },
): Promise<void> {
  for (const [ruleId, all] of Map.groupBy(left, ({ policy }) => policy?.ruleId ?? '')) {
    const policy = all[0]?.policy;
    if (!policy) continue;
    if (!isAsked && !(await isNews(tx, ruleId, all, runAt))) continue;
    const byReason = [...Map.groupBy(all, ({ why }) => why)];
    const facts = {
      cases: 0,
      newStaff: 0,
      oldStaff: 0,
      people: [],
      left: byReason.map(([why, some]) => ({ why, cases: some.length })),
    };
    const item = { runAt, subjectNo: merchantNo, outcome: 'DIVIDED', amountCents: 0, facts };
    const itemId = await recordItem(tx, policy, item);
    const lists = byReason.flatMap(([why, some]) =>
      [...Map.groupBy(some, ({ one }) => one.caseLevel)].map(([caseLevel, these]) => ({
        itemId,
        caseLevel,
        why,
        caseNos: these.map(({ one }) => one.caseNo),
      })),
    );
    await tx.insertInto('divisionLeft').values(lists).execute();
    await noteRun(tx, policy, runAt, 0);
  }
}

/** Whether the run gave cases of the policy, or leaves one that its last run did not leave for that reason. */
async function isNews(db: Queryable, ruleId: string, left: readonly Left[], runAt: Date): Promise<boolean> {
  const caseNos = left.map(({ one }) => one.caseNo);
  const whys = left.map(({ why }): poolDivision.WhyLeft => why);
  const { rows } = await sql<{ isNews: boolean }>`
    select exists (select from config_rule_item where rule_id = ${ruleId} and run_at = ${runAt})
      or exists (select n.case_no, n.why from unnest(${caseNos}::text[], ${whys}::text[]) as n(case_no, why)
        except select u.case_no, l.why from config_rule_item i join division_left l using (item_id)
          cross join unnest(l.case_nos) as u(case_no)
        where i.rule_id = ${ruleId} and i.run_at = (select max(r.run_at) from config_rule_item r
          where r.rule_id = ${ruleId} and r.outcome = 'DIVIDED')) as is_news`.execute(db);
  return rows[0]?.isNews ?? true;
}
