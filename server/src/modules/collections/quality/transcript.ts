import type { inspection } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';

export interface Segment {
  readonly fromSecond: number;
  readonly speaker: (typeof inspection.SPEAKERS)[number];
  readonly said: string;
}

/** What was said in a call, in its order. False where it was kept before: a report may come again. */
export async function keepTranscript(tx: Tx, attemptId: number, segments: readonly Segment[]): Promise<boolean> {
  if (segments.length === 0) return false;
  const kept = await tx
    .insertInto('contactTranscript')
    .values(segments.map((segment, index) => ({ attemptId, segmentNo: index + 1, ...segment })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('segmentNo')
    .execute();
  return kept.length > 0;
}

export async function transcriptOf(db: Queryable, subjectNo: string): Promise<Segment[]> {
  return await db
    .selectFrom('contactTranscript')
    .select(['fromSecond', 'speaker', 'said'])
    .where('attemptId', '=', Number(subjectNo))
    .orderBy('segmentNo')
    .execute();
}
