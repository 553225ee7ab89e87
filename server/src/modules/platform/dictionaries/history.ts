import { dictionary, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { findEntry } from './entries.ts';

const NEWEST = 50;
const facts = dictionary.history.reply.def.element.shape.after;

/** What was changed of an entry, from the audit log. Throws DICTIONARY_NOT_FOUND. */
export async function historyOf(db: Queryable, id: number): Promise<ReplyOf<typeof dictionary.history>> {
  await findEntry(db, id);
  const rows = await db
    .selectFrom('auditLog')
    .leftJoin('appUser', 'appUser.userNo', 'auditLog.userNo')
    .select(['auditLog.happenedAt', 'auditLog.before', 'auditLog.after', 'appUser.realName'])
    .where('auditLog.subjectType', '=', 'dictionary')
    .where(sql<boolean>`(audit_log.after ->> 'id')::int = ${id}`)
    .orderBy('auditLog.happenedAt', 'desc')
    .orderBy('auditLog.auditId', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.flatMap(({ happenedAt, before, after, realName }) => {
    const then = facts.safeParse(after).data;
    if (then === undefined) return [];
    const earlier = facts.safeParse(before).data ?? null;
    return [
      {
        changedAt: happenedAt.toISOString(),
        changedByName: realName,
        before: earlier,
        after: then,
      },
    ];
  });
}
