import type { ParsedRequestOf, ReplyOf, SessionEndReason, user } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { SESSION_IDLE_MINUTES, endSessions } from '../../platform/access/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockUser } from './load.ts';
import { withinScope } from './scope.ts';

/** The sessions of a person that are neither over nor past their time. */
export async function countLiveSessions(db: Queryable, userNo: string): Promise<number> {
  const { live } = await liveSessions(db, userNo)
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .executeTakeFirstOrThrow();
  return live;
}

const liveSessions = (db: Queryable, userNo: string) =>
  db
    .selectFrom('session')
    .where('userNo', '=', userNo)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .where('lastSeenAt', '>', new Date(Date.now() - SESSION_IDLE_MINUTES * 60_000));

/** Ends every session of a person with the transaction. Answers how many were live, as the preview said. */
export async function endAllSessions(tx: Tx, userNo: string, reason: SessionEndReason): Promise<number> {
  const live = await countLiveSessions(tx, userNo);
  await endSessions(tx, userNo, reason);
  return live;
}

/** Throws USER_NOT_FOUND for somebody outside the caller's scope. */
export async function sessionsOfUser(
  { userNo }: ParsedRequestOf<typeof user.sessions>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof user.sessions>> {
  const seen = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userNo', '=', userNo)
    .where(withinScope(caller.scope))
    .executeTakeFirst();
  if (!seen) throw new AppError('USER_NOT_FOUND');
  const rows = await liveSessions(db, userNo)
    .select(['sessionId', 'device', 'address', 'startedAt', 'lastSeenAt'])
    .orderBy('startedAt', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    isCurrent: row.sessionId === caller.sessionId,
    startedAt: row.startedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}

/** Ends one session of a person, or all; the caller's own ends by signing out. Throws USER_NOT_FOUND. */
export async function endSessionsOf(
  { userNo, sessionId, reason }: ParsedRequestOf<typeof user.endSession>,
  call: CommandCall,
): Promise<ReplyOf<typeof user.endSession>> {
  const { tx, caller } = call;
  await lockUser(tx, caller, userNo);
  if (sessionId === caller.sessionId) throw new AppError('BAD_REQUEST', { fields: ['sessionId'] });
  const which = sessionId === undefined ? { except: caller.sessionId } : { only: sessionId };
  const ended = await endSessions(tx, userNo, 'ENDED_BY_ADMINISTRATOR', which);
  await writeAudit(tx, call, {
    action: 'user.endSession',
    subjectType: 'user',
    subjectNo: userNo,
    after: { ended },
    reason,
  });
  return { ended };
}
