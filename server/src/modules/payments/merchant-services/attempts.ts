import type { orderAcquire } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';

const SHOWN = 50;

/** The attempts to deliver an event, the newest first. */
export async function attemptsOf(db: Queryable, eventNo: string): Promise<orderAcquire.DeliveryAttempt[]> {
  const attempts = await db
    .selectFrom('merchantCallback as c')
    .leftJoin('appUser as u', 'u.userNo', 'c.requestedBy')
    .select(['c.attemptNo', 'c.sentAt', 'c.tookMs', 'c.replyStatus', 'c.fault', 'c.replyExcerpt', 'c.url'])
    .select('u.realName as requestedByName')
    .where('c.eventNo', '=', eventNo)
    .orderBy('c.callbackId', 'desc')
    .limit(SHOWN)
    .execute();
  return attempts.map(({ sentAt, attemptNo, ...attempt }) => ({
    ...attempt,
    attemptNo: attemptNo ?? 0,
    sentAt: sentAt.toISOString(),
  }));
}

/** As `attemptsOf`, of the event about a subject. */
export async function attemptsAbout(
  db: Queryable,
  of: { readonly event: string; readonly subjectNo: string },
): Promise<orderAcquire.DeliveryAttempt[]> {
  const found = await db
    .selectFrom('merchantEvent')
    .select('eventNo')
    .where('event', '=', of.event)
    .where('subjectNo', '=', of.subjectNo)
    .executeTakeFirst();
  return found ? await attemptsOf(db, found.eventNo) : [];
}
