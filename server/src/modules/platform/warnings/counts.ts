import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { type Viewer, warningsOf } from './scope.ts';

/** How many unresolved warnings a person sees: urgent ones, all, and those in their own hands. */
export async function warningCounts(db: Queryable, viewer: Viewer) {
  return await db
    .selectFrom('warning')
    .select(sql<number>`count(*)`.as('open'))
    .select(sql<number>`count(*) FILTER (WHERE warning_level = 'URGENT')`.as('urgent'))
    .select(sql<number>`count(*) FILTER (WHERE assignee_user_no = ${viewer.userNo})`.as('mine'))
    .where('warningStatus', '!=', 'RESOLVED')
    .where(warningsOf(viewer))
    .executeTakeFirstOrThrow();
}

const DAYS_SHOWN = 7;

/** How many came in on each of the last 7 days in EAT, oldest first, counted as {@link warningCounts}. */
export async function warningsByDay(db: Queryable, viewer: Viewer) {
  const day = sql`(warning.raised_at AT TIME ZONE 'Africa/Nairobi')::date`;
  const found = await db
    .selectFrom('warning')
    .select(sql<number>`(now() AT TIME ZONE 'Africa/Nairobi')::date - ${day}`.as('daysAgo'))
    .select(sql<number>`count(*)`.as('open'))
    .select(sql<number>`count(*) FILTER (WHERE warning_level = 'URGENT')`.as('urgent'))
    .select(sql<number>`count(*) FILTER (WHERE assignee_user_no = ${viewer.userNo})`.as('mine'))
    .where('raisedAt', '>', sql<Date>`now() - make_interval(days => ${DAYS_SHOWN})`)
    .where(warningsOf(viewer))
    .groupBy('daysAgo')
    .execute();
  const of = new Map(found.map((row) => [row.daysAgo, row]));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const row = of.get(DAYS_SHOWN - 1 - index);
    return { open: row?.open ?? 0, urgent: row?.urgent ?? 0, mine: row?.mine ?? 0 };
  });
}
