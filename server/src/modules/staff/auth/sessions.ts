import type { ParsedRequestOf, ReplyOf, auth } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandCall } from '../../../http/implement.ts';
import { endSessions } from '../../platform/access/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { clearDocumentCookies } from './cookie.ts';

export async function ownSessions(db: Queryable, caller: Caller): Promise<ReplyOf<typeof auth.sessionList>> {
  const rows = await db
    .selectFrom('session')
    .select(['sessionId', 'device', 'address', 'startedAt', 'lastSeenAt'])
    .where('userNo', '=', caller.userNo)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .orderBy('startedAt', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    isCurrent: row.sessionId === caller.sessionId,
    startedAt: row.startedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}

export async function endOwnSessions(
  request: ParsedRequestOf<typeof auth.sessionEnd>,
  call: CommandCall,
): Promise<{ ended: number }> {
  const { caller, tx } = call;
  const { sessionId, allOthers } = request;
  if (sessionId === undefined && allOthers !== true) {
    throw new AppError('SELECTION_EMPTY', { fields: ['sessionId'] });
  }
  // This session ends by signing out, which clears what the tab holds as well.
  if (sessionId === caller.sessionId) throw new AppError('BAD_REQUEST', { fields: ['sessionId'] });
  const which = allOthers === true || sessionId === undefined ? { except: caller.sessionId } : { only: sessionId };
  const ended = await endSessions(tx, caller.userNo, 'ENDED_BY_USER', which);
  await writeAudit(tx, call, {
    action: 'host:session:end',
    subjectType: 'user',
    subjectNo: caller.userNo,
    after: { ended },
  });
  return { ended };
}

export async function signOut(call: Call): Promise<Record<string, never>> {
  const { caller } = call;
  await endSessions(call.db, caller.userNo, 'SIGNED_OUT', { only: caller.sessionId });
  clearDocumentCookies(call.raw, [caller.sessionId]);
  return {};
}
