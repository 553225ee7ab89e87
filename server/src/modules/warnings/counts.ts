import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
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
