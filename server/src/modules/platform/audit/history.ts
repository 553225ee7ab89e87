import { type HistoryEntry, historyEntry } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';

/** The newest so many are shown. */
const SHOWN = 100;
const facts = historyEntry.shape.before;

/** What was changed of one thing, the newest first. The caller has been found to see the thing. */
export async function readHistory(db: Queryable, subjectType: string, subjectNo: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('auditLog')
    .leftJoin('appUser', 'appUser.userNo', 'auditLog.userNo')
    .select(['auditLog.happenedAt', 'auditLog.action', 'auditLog.before', 'auditLog.after'])
    .select(['auditLog.reason', 'appUser.realName as byName'])
    .where('auditLog.subjectType', '=', subjectType)
    .where('auditLog.subjectNo', '=', subjectNo)
    .orderBy('auditLog.happenedAt', 'desc')
    .orderBy('auditLog.auditId', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ happenedAt, before, after, ...row }) => ({
    ...row,
    happenedAt: happenedAt.toISOString(),
    before: facts.safeParse(before).data ?? null,
    after: facts.safeParse(after).data ?? null,
  }));
}
