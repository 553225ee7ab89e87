import type { SessionEndReason } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../db/database.ts';
import { SESSION_IDLE_MINUTES, endSessions } from '../access/index.ts';

/** The sessions of a person that are neither over nor past their time. */
export async function countLiveSessions(db: Queryable, userNo: string): Promise<number> {
  const { live } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('userNo', '=', userNo)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .where('lastSeenAt', '>', new Date(Date.now() - SESSION_IDLE_MINUTES * 60_000))
    .executeTakeFirstOrThrow();
  return live;
}

/** Ends every session of a person with the transaction. Answers how many were live, as the preview said. */
export async function endAllSessions(
  tx: Tx,
  userNo: string,
  reason: SessionEndReason,
): Promise<number> {
  const live = await countLiveSessions(tx, userNo);
  await endSessions(tx, userNo, reason);
  return live;
}
