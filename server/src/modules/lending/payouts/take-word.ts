import type { Tx } from '../../../db/database.ts';
import { lockAttempt, resolveAttempt } from './attempts.ts';
import type { PayoutSubjects } from './subjects.ts';
import type { WatchTimes } from './watch-times.ts';

/**
 * What the channel answered to a question, or said of itself about an attempt.
 * `PENDING`: it has not decided. `NOT_FOUND`: it knows of no such order.
 */
export type ChannelWord =
  | { readonly is: 'PAID'; readonly channelReference: string }
  | { readonly is: 'FAILED'; readonly code: string; readonly reason: string }
  | { readonly is: 'PENDING' | 'NOT_FOUND'; readonly code: string; readonly reason: string };

/**
 * Ends the attempt by the channel's word, where the word is one. `askedAt`: the question that it answers; null where it came unasked.
 * @returns whether it ended the other way before.
 */
export async function takeWord(
  tx: Tx,
  subjects: PayoutSubjects,
  attemptNo: string,
  word: ChannelWord,
  { askedAt, times }: { readonly askedAt: Date | null; readonly times: WatchTimes },
): Promise<'resolved' | 'repeated' | 'contradicted' | 'open'> {
  if (word.is === 'PENDING') return 'open';
  if (word.is === 'PAID') {
    const { channelReference } = word;
    return await resolveAttempt(tx, subjects, attemptNo, { isPaid: true, channelReference });
  }
  if (word.is === 'NOT_FOUND' && !(await isLost(tx, attemptNo, askedAt, times))) return 'open';
  const { code: failCode, reason: failReason } = word;
  return await resolveAttempt(tx, subjects, attemptNo, { isPaid: false, failCode, failReason });
}

/** By the time of the question: an early one's answer may be worked off late, by the process that comes after a crash. */
async function isLost(tx: Tx, attemptNo: string, askedAt: Date | null, { lostSeconds }: WatchTimes): Promise<boolean> {
  const { sentAt } = await lockAttempt(tx, attemptNo);
  if (sentAt === null || askedAt === null) return false;
  return askedAt.getTime() - sentAt.getTime() >= lostSeconds * 1_000;
}
