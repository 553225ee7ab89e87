import type { Tx } from '../../../db/database.ts';
import { inspectFlagged } from './flagged.ts';
import { keepTranscript, type Segment } from './transcript.ts';

/** Keeps what was said in a call; a word that is to be flagged opens an inspection of it. */
export async function keepSpoken(tx: Tx, attemptId: number, segments: readonly Segment[]): Promise<void> {
  if (!(await keepTranscript(tx, attemptId, segments))) return;
  const attempt = await tx
    .selectFrom('contactAttempt')
    .select(['channel', 'userNo'])
    .where('attemptId', '=', attemptId)
    .executeTakeFirst();
  if (!attempt || attempt.channel === 'SMS') return;
  await inspectFlagged(tx, {
    scope: 'CALL_TRANSCRIPT',
    text: segments.map(({ said }) => said).join('\n'),
    userNo: attempt.userNo,
    sourceType: attempt.channel,
    subject: String(attemptId),
  });
}
