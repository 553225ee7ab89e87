import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { RuleInForce } from './in-force.ts';

type Who = Pick<RuleInForce<unknown>, 'ruleId' | 'versionNo'>;

/** What a rule did to one thing, in the transaction that does it: undone together. @returns the number of the item */
export async function recordItem(
  tx: Tx,
  { ruleId, versionNo }: Who,
  item: {
    /** The moment of the run: items of one run share it. */
    readonly runAt: Date;
    readonly subjectNo: string;
    readonly outcome: string;
    readonly amountCents: number;
    readonly facts?: Readonly<Record<string, unknown>>;
  },
): Promise<number> {
  const { facts = {}, ...rest } = item;
  const { itemId } = await tx
    .insertInto('configRuleItem')
    .values({ ruleId, versionNo, ...rest, facts: JSON.stringify(facts) })
    .returning('itemId')
    .executeTakeFirstOrThrow();
  return itemId;
}

/** That a rule ran, and to how much it came: runs that found nothing too. */
export async function noteRun(db: Queryable, { ruleId }: Who, runAt: Date, items: number): Promise<void> {
  // A run of several transactions is noted by each of them.
  await sql`UPDATE config_rule SET last_run_at = ${runAt}, last_run_items = ${items}
      + CASE WHEN last_run_at = ${runAt}::timestamptz THEN last_run_items ELSE 0 END WHERE rule_id = ${ruleId}
    AND (last_run_at IS NULL OR last_run_at <= ${runAt})`.execute(db);
}
