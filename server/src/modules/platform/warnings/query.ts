import type { SelectQueryBuilder } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { type Viewer, warningsOf } from './scope.ts';

export type WarningRecord = Awaited<ReturnType<typeof readWarning>> & {};

/** What of a warning, and of the people about it, is shown. */
export const withNames = (query: SelectQueryBuilder<Schema, 'warning', Record<never, never>>) =>
  query
    .leftJoin('merchant', 'merchant.merchantNo', 'warning.merchantNo')
    .leftJoin('appUser as assignee', 'assignee.userNo', 'warning.assigneeUserNo')
    .leftJoin('appUser as resolver', 'resolver.userNo', 'warning.resolvedBy')
    .select(['warning.warningNo', 'warning.warningLevel', 'warning.sourceType', 'warning.subject'])
    .select(['warning.subjectZh', 'warning.subjectPath', 'warning.amountCents', 'warning.merchantNo'])
    .select(['merchant.merchantName', 'warning.raisedAt', 'warning.warningStatus'])
    .select(['warning.assigneeUserNo', 'assignee.realName as assigneeName', 'warning.snoozedUntil'])
    .select(['resolver.realName as resolvedByName', 'warning.resolvedAt', 'warning.resolutionNote'])
    .select('warning.version');

const warningsWithNames = (db: Queryable, viewer: Viewer) =>
  withNames(db.selectFrom('warning').where(warningsOf(viewer)));

/** One warning the viewer sees, or undefined. */
async function readWarning(db: Queryable, viewer: Viewer, warningNo: string) {
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
