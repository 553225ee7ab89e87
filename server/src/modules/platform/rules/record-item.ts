import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import type { RuleInForce } from './in-force.ts';

type Who = Pick<RuleInForce<unknown>, 'ruleId' | 'versionNo'>;

/** What a rule did to one thing, in the transaction that does it: undone together. */
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
): Promise<void> {
  const { facts = {}, ...rest } = item;
  await tx
    .insertInto('configRuleItem')
    .values({ ruleId, versionNo, ...rest, facts: JSON.stringify(facts) })
    .execute();
}

/** That a rule ran, and to how much it came: runs that found nothing too. */
export async function noteRun(db: Database, { ruleId }: Who, runAt: Date, items: number): Promise<void> {
  await sql`UPDATE config_rule SET last_run_at = ${runAt}, last_run_items = ${items} WHERE rule_id = ${ruleId}
    AND (last_run_at IS NULL OR last_run_at < ${runAt})`.execute(db);
}
