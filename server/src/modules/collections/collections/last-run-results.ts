import type { casePolicy } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** How the last run of each policy ended, by policy: those that never ran are not in it. */
export async function lastRunResults(
  db: Queryable,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, casePolicy.LastRunResult>> {
  const { rows } = await sql<{ ruleId: string; items: number; isPartly: boolean }>`
    select r.rule_id, count(i.rule_id)::int as items, coalesce(bool_or(i.outcome = 'REFUSED'
        or jsonb_array_length(coalesce(i.facts -> 'left', '[]'::jsonb)) > 0), false) as is_partly
    from config_rule r left join config_rule_item i on i.rule_id = r.rule_id and i.run_at = r.last_run_at
    where r.rule_id = any(${ruleIds}::text[]) and r.last_run_at is not null group by r.rule_id`.execute(db);
  return new Map(
    rows.map(({ ruleId, items, isPartly }) => [ruleId, items === 0 ? 'NOTHING' : isPartly ? 'PARTLY' : 'DONE']),
  );
}
