import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** A version of an AI employee's configuration. */
interface Version {
  readonly ruleId: string;
  readonly versionNo: number;
}

/** The newest cut of each of these versions. */
export async function cutsOf(db: Queryable, rules: readonly Version[]) {
  const { rows } = await sql<{ ruleId: string; versionNo: number; sharePercent: number; loweredAt: Date }>`
    select distinct on (rule_id) rule_id, version_no, share_percent, lowered_at from ai_share_cut
    join unnest(${rules.map(({ ruleId }) => ruleId)}::text[], ${rules.map(({ versionNo }) => versionNo)}::int[])
      as r(rule_id, version_no) using (rule_id, version_no)
    order by rule_id, lowered_at desc`.execute(db);
  return new Map(rows.map((row) => [row.ruleId, row]));
}
