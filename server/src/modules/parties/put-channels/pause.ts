import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { firstBillsOf } from './figures.ts';
import { putChannelFamily } from './rules.ts';

/** Fewer loans say nothing. */
const LEAST_LOANS = 10;

/** Whether a channel (`r`) is disabled because it was paused; what a person disabled afterwards is not. */
const isPaused: RawBuilder<boolean> = sql<boolean>`(r.rule_status = 'DISABLED' AND EXISTS (
  SELECT FROM channel_pause p JOIN config_rule held USING (rule_id)
  WHERE p.rule_id = r.rule_id AND p.version_no = held.disabled_through))`;

/** Disables channels whose first bills are overdue above the bound that their version names. Answers how many. */
export async function pauseOverdue(db: Database, at: Date): Promise<number> {
  let paused = 0;
  for (const { ruleId, merchantNo, value } of await rulesAt(db, putChannelFamily, at)) {
    const bound = value.pauseAtOverduePercent;
    if (bound === null) continue;
    const { lent, percent } = await firstBillsOf(db, value, at);
    if (percent === null || lent < LEAST_LOANS || percent <= bound) continue;
    await db.transaction().execute(async (tx) => await pause(tx, { ruleId, merchantNo, percent }, at));
    paused += 1;
  }
  return paused;
}

async function pause(
  tx: Tx,
  { ruleId, merchantNo, percent }: { readonly ruleId: string; readonly merchantNo: string; readonly percent: number },
  at: Date,
): Promise<void> {
  const { version } = await tx
    .selectFrom('configRule')
    .select('version')
    .where('ruleId', '=', ruleId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { newest } = await tx
    .selectFrom('configVersion')
    .select(({ fn }) => fn.max('versionNo').as('newest'))
    .where('configKey', '=', putChannelFamily.key)
    .where('subjectNo', '=', `${merchantNo}_${ruleId}`)
    .where('storedStatus', '<>', 'PENDING')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('configRule')
    .set({ disabledThrough: newest, version: version + 1 })
    .where('ruleId', '=', ruleId)
    .execute();
  await sql`
    INSERT INTO channel_pause (rule_id, overdue_percent, version_no, paused_at)
    VALUES (${ruleId}, ${percent}, ${newest}, ${at})
    ON CONFLICT (rule_id) DO UPDATE SET overdue_percent = excluded.overdue_percent,
      version_no = excluded.version_no, paused_at = excluded.paused_at`.execute(tx);
  await publishEvent(tx, {
    topic: 'putChannel.paused',
    subjectType: 'rule',
    subjectNo: ruleId,
    merchantNo,
    before: { ruleStatus: 'ENABLED' },
    after: { ruleStatus: 'DISABLED', overduePercent: percent },
  });
}

/** What a traffic person owns that was paused: each says at how many percent. */
export const pausedTile = tileOf({
  key: 'putChannels.paused',
  title: { en: 'Channels paused: overdue first bills', zh: '因首期逾期暂停的渠道' },
  page: '/AdminContent/OperationSystem/LaunchManagement',
  query: ({ caller }) => `isPaused=true&ownerUserNo=${caller.userNo}`,
  read: async ({ db, caller }) =>
    await db
      .selectFrom('channelNow as r')
      .where('r.ownerUserNo', '=', caller.userNo)
      .where(isPaused)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
});
