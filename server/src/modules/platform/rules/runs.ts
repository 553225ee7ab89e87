import type { rules } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';

export interface RunsRequest {
  readonly filters: { readonly ruleId: string };
  readonly page: number;
  readonly pageSize: number;
}

const SHOWN = 50;

/** What a rule did, run by run, newest first. The caller has made sure that the rule is theirs to see. */
export async function runsOf({ filters: { ruleId }, page, pageSize }: RunsRequest, { db }: Call) {
  const { rows } = await sql<Omit<rules.RunRow, 'runAt' | 'items'> & { readonly runAt: Date; readonly total: number }>`
    SELECT ${ruleId} || '.' || (extract(epoch FROM run_at) * 1000)::bigint AS run_id, rule_id, version_no, run_at,
      count(*) AS item_count, sum(amount_cents)::bigint AS amount_cents, count(*) OVER () AS total
    FROM config_rule_item WHERE rule_id = ${ruleId}
    GROUP BY rule_id, version_no, run_at
    ORDER BY run_at DESC, version_no DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  const runs = await Promise.all(
    rows.map(async ({ total, runAt, ...run }) => {
      void total;
      const items = await db
        .selectFrom('configRuleItem')
        .select(['subjectNo', 'outcome', 'amountCents', 'facts', 'at'])
        .where('ruleId', '=', ruleId)
        .where('runAt', '=', runAt)
        .where('versionNo', '=', run.versionNo)
        .orderBy('itemId')
        .limit(SHOWN)
        .execute();
      return {
        ...run,
        runAt: runAt.toISOString(),
        items: items.map((item) => ({ ...item, at: item.at.toISOString() })),
      };
    }),
  );
  return { rows: runs, total: rows[0]?.total ?? 0, totalIsExact: true };
}
