import type { inspection, quality } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { wordsFound } from '../../platform/sensitive-words/index.ts';
import type { Subject } from './subjects.ts';
import { transcriptOf } from './transcript.ts';

type Flag = z.output<typeof inspection.inspectionFlag>;

/** Silence of a call that is noticed, in seconds. */
const LONG_SILENCE = 20;

interface Reason {
  /** Null: a flagged word. */
  readonly ruleNo: string | null;
  readonly sheetNo: string | null;
  readonly flags?: readonly Flag[];
}

/** Opens an inspection of each subject; one that is inspected already is left out. Answers how many it opened. */
export async function openInspections(
  tx: Tx,
  sourceType: quality.SourceType,
  subjects: readonly Subject[],
  { ruleNo, sheetNo, flags = [] }: Reason,
): Promise<number> {
  let opened = 0;
  for (const subject of subjects) {
    const noticed = new Set<Flag>([...flags, ...(await flagsOf(tx, sourceType, subject))]);
    const made = await tx
      .insertInto('inspection')
      .values({ ...subject, sourceType, ruleNo, sheetNo, flags: [...noticed] })
      .onConflict((conflict) => conflict.columns(['sourceType', 'subjectNo']).doNothing())
      .returning('inspectionNo')
      .executeTakeFirst();
    if (made) opened += 1;
  }
  return opened;
}

async function flagsOf(tx: Tx, sourceType: quality.SourceType, subject: Subject): Promise<Flag[]> {
  const found: Flag[] = [];
  const { phone, userNo, happenedAt, content } = subject;
  const isCall = sourceType === 'CALL' || sourceType === 'ROBOT';
  const transcript = isCall ? await transcriptOf(tx, subject.subjectNo) : [];
  const text = isCall ? transcript.map(({ said }) => said).join('\n') : (content ?? '');
  if (text !== '' && (await wordsFound(tx, isCall ? 'CALL_TRANSCRIPT' : 'MANUAL_SMS', text)).length > 0)
    found.push('SENSITIVE_WORD');
  const isSilent = transcript.some(
    ({ fromSecond }, index) => fromSecond - (transcript[index - 1]?.fromSecond ?? fromSecond) > LONG_SILENCE,
  );
  if (isSilent) found.push('LONG_SILENCE');
  if (phone === null || userNo === null) return found;
  const refused = await tx
    .selectFrom('contactAttempt')
    .select('attemptId')
    .where('phone', '=', phone)
    .where('userNo', '=', userNo)
    .where('refusedFor', 'is not', null)
    .where(sql<boolean>`(attempted_at at time zone 'Africa/Nairobi')::date = (${happenedAt}::timestamptz
      at time zone 'Africa/Nairobi')::date`)
    .limit(1)
    .executeTakeFirst();
  if (refused) found.push('GATE_REFUSAL');
  return found;
}
