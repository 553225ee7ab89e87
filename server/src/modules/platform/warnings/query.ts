import { sql } from 'kysely';
import type { warning } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { type Viewer, warningsOf } from './scope.ts';

export type WarningRequest = z.output<typeof warning.page.request>;
export type WarningRecord = Awaited<ReturnType<typeof readWarning>> & {};

function warningsWithNames(db: Queryable, viewer: Viewer) {
  return db
    .selectFrom('warning')
    .leftJoin('merchant', 'merchant.merchantNo', 'warning.merchantNo')
    .leftJoin('appUser as assignee', 'assignee.userNo', 'warning.assigneeUserNo')
    .leftJoin('appUser as resolver', 'resolver.userNo', 'warning.resolvedBy')
    .select(['warning.warningNo', 'warning.warningLevel', 'warning.sourceType', 'warning.subject'])
    .select(['warning.subjectZh', 'warning.subjectPath', 'warning.amountCents', 'warning.merchantNo'])
    .select(['merchant.merchantName', 'warning.raisedAt', 'warning.warningStatus'])
    .select(['warning.assigneeUserNo', 'assignee.realName as assigneeName', 'warning.snoozedUntil'])
    .select(['resolver.realName as resolvedByName', 'warning.resolvedAt', 'warning.resolutionNote'])
    .select('warning.version')
    .where(warningsOf(viewer));
}

/** One warning the viewer sees, or undefined. */
export async function readWarning(db: Queryable, viewer: Viewer, warningNo: string) {
  return await warningsWithNames(db, viewer).where('warning.warningNo', '=', warningNo).executeTakeFirst();
}

/** The newest that are neither resolved nor snoozed. */
export async function newestWarnings(db: Queryable, viewer: Viewer, count: number): Promise<WarningRecord[]> {
  return await warningsWithNames(db, viewer)
    .where('warning.warningStatus', '!=', 'RESOLVED')
    .where((eb) => eb.or([eb('snoozedUntil', 'is', null), eb('snoozedUntil', '<=', new Date())]))
    .orderBy('warning.raisedAt', 'desc')
    .limit(count)
    .execute();
}

/** Calendar days in EAT, today included. */
const DAYS = { D1: 1, D7: 7, D30: 30 } as const;

function matching(db: Queryable, viewer: Viewer, filters: WarningRequest['filters']) {
  let query = warningsWithNames(db, viewer);
  for (const field of ['warningLevel', 'warningStatus', 'sourceType', 'merchantNo', 'assigneeUserNo'] as const) {
    const value = filters[field];
    if (value !== undefined) query = query.where(`warning.${field}`, '=', value);
  }
  if (filters.raisedFrom) query = query.where('warning.raisedAt', '>=', new Date(filters.raisedFrom));
  if (filters.raisedTo) query = query.where('warning.raisedAt', '<', new Date(filters.raisedTo));
  if (filters.raisedWithin) {
    const days = DAYS[filters.raisedWithin];
    query = query.where(
      'warning.raisedAt',
      '>=',
      sql<Date>`(date_trunc('day', now() AT TIME ZONE 'Africa/Nairobi')
        - make_interval(days => ${days - 1})) AT TIME ZONE 'Africa/Nairobi'`,
    );
  }
  if (filters.isLive) query = query.where('warning.warningStatus', '!=', 'RESOLVED');
  if (filters.hideSnoozed) {
    query = query.where((eb) =>
      eb.or([eb('warning.snoozedUntil', 'is', null), eb('warning.snoozedUntil', '<=', new Date())]),
    );
  }
  return query;
}

/** Levels and states sort by weight, not by letter. */
const sortExpressions = {
  raisedAt: sql`warning.raised_at`,
  amountCents: sql`warning.amount_cents`,
  warningLevel: sql`array_position(ARRAY['INFO', 'ATTENTION', 'URGENT'], warning.warning_level)`,
  warningStatus: sql`array_position(ARRAY['OPEN', 'ACKNOWLEDGED', 'RESOLVED'], warning.warning_status)`,
} as const;

export async function pageOfWarnings(db: Queryable, viewer: Viewer, request: WarningRequest) {
  const { page, pageSize, sort, filters } = request;
  const query = matching(db, viewer, filters);
  const { total } = await db
    .selectFrom(query.as('found'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const expression = sortExpressions[sort?.field ?? 'raisedAt'];
  const rows = await query
    .orderBy(expression, (order) => (sort?.direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast()))
    .orderBy('warning.warningNo', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total, totalIsExact: true };
}

/** How many there are of each cause under the filters, the most first. */
export async function causesOfWarnings(db: Queryable, viewer: Viewer, filters: WarningRequest['filters']) {
  return await db
    .selectFrom(matching(db, viewer, filters).as('found'))
    .select('sourceType')
    .select(sql<number>`count(*)`.as('count'))
    .select(sql<number>`count(*) FILTER (WHERE warning_level = 'URGENT')`.as('urgent'))
    .groupBy('sourceType')
    .orderBy('count', 'desc')
    .orderBy('sourceType')
    .execute();
}

/** Who took on warnings that the viewer sees, by name. */
export async function assigneesOfWarnings(db: Queryable, viewer: Viewer) {
  return await db
    .selectFrom('warning')
    .innerJoin('appUser', 'appUser.userNo', 'warning.assigneeUserNo')
    .select(['appUser.userNo', 'appUser.realName'])
    .distinct()
    .where(warningsOf(viewer))
    .orderBy('appUser.realName')
    .orderBy('appUser.userNo')
    .execute();
}

export async function seesWarning(db: Queryable, viewer: Viewer, warningNo: string): Promise<boolean> {
  return (await readWarning(db, viewer, warningNo)) !== undefined;
}
