import type { rules } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';

export interface RunsRequest {
  readonly filters: { readonly ruleId: string };
  readonly page: number;
  readonly pageSize: number;
}

const SHOWN = 50;

/**
 * What a rule did, run by run, newest first. The caller has made sure that the rule is theirs to see. A strategy of payouts
 * has a run an order: the moments are found by going down the index, and only the runs of the page are counted.
 */
export async function runsOf({ filters: { ruleId }, page, pageSize }: RunsRequest, { db }: Call) {
  const skipped = (page - 1) * pageSize;
  const { rows: moments } = await sql<{ runAt: Date }>`
    WITH RECURSIVE moment(run_at, place) AS (
      SELECT max(run_at), 1 FROM config_rule_item WHERE rule_id = ${ruleId}
      UNION ALL
      SELECT (SELECT max(i.run_at) FROM config_rule_item i WHERE i.rule_id = ${ruleId} AND i.run_at < m.run_at),
        m.place + 1
      FROM moment m WHERE m.run_at IS NOT NULL AND m.place <= ${skipped + pageSize})
    SELECT run_at FROM moment WHERE run_at IS NOT NULL AND place > ${skipped} ORDER BY place`.execute(db);
  const shown = moments.slice(0, pageSize).map(({ runAt }) => runAt);
  const { rows } = await sql<Omit<rules.RunRow, 'runAt' | 'items'> & { readonly runAt: Date }>`
    SELECT ${ruleId} || '.' || (extract(epoch FROM run_at) * 1000)::bigint AS run_id, rule_id, version_no, run_at,
      count(*) AS item_count, sum(amount_cents)::bigint AS amount_cents
    FROM config_rule_item WHERE rule_id = ${ruleId} AND run_at = any(${shown}::timestamptz[])
    GROUP BY rule_id, version_no, run_at
    ORDER BY run_at DESC, version_no DESC`.execute(db);
  const runs = await Promise.all(
    rows.map(async ({ runAt, ...run }) => {
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
  // One more than are shown says that there are more.
  return { rows: runs, total: skipped + moments.length, totalIsExact: moments.length <= pageSize };
}
