import type { quality } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { noteHits, wordsFound } from '../../platform/sensitive-words/index.ts';
import { openInspections } from './open-inspections.ts';
import { type Subject, uninspected } from './subjects.ts';

type Scope = Parameters<typeof noteHits>[1];

/** Where words were said or written, and by which contact they are inspected. */
interface Said {
  readonly scope: Scope;
  readonly text: string;
  readonly userNo: string | null;
  readonly sourceType: quality.SourceType;
  /** The subject itself, or the number that its source knows it by. */
  readonly subject: Subject | string;
  /** True where the words were kept when they were looked for. */
  readonly isNoted?: true;
}

/** Keeps the words of a text that are looked for; one that is to be flagged opens an inspection. */
export async function inspectFlagged(tx: Tx, said: Said): Promise<void> {
  const { scope, text, userNo, sourceType, subject } = said;
  const found = said.isNoted ? await wordsFound(tx, scope, text) : await noteHits(tx, scope, text, userNo);
  if (!found.some(({ action }) => action === 'FLAG')) return;
  const subjects = typeof subject === 'string' ? await subjectOf(tx, sourceType, subject) : [subject];
  await openInspections(tx, sourceType, subjects, { ruleNo: null, sheetNo: null, flags: ['SENSITIVE_WORD'] });
}

async function subjectOf(tx: Tx, sourceType: quality.SourceType, subjectNo: string): Promise<Subject[]> {
  const { rows } = await sql<Subject>`select * from ${uninspected(sourceType)} s
    where s.subject_no = ${subjectNo}`.execute(tx);
  return rows;
}

/** The same of what somebody wrote about a case: their last call of the day about it is inspected. */
export async function inspectFollowUp(
  tx: Tx,
  { caseNo, userNo, remark, at }: { caseNo: string; userNo: string; remark: string; at: Date },
): Promise<void> {
  const { rows } = await sql<{ subjectNo: string }>`
    select t.attempt_id::text as subject_no from contact_attempt t
    where t.case_no = ${caseNo} and t.user_no = ${userNo} and t.channel = 'CALL' and t.refused_for is null
      and t.attempted_at > ${at}::timestamptz - interval '1 day' and t.attempted_at <= ${at}
    order by t.attempted_at desc limit 1`.execute(tx);
  await inspectFlagged(tx, {
    scope: 'FOLLOW_UP',
    text: remark,
    userNo,
    sourceType: 'CALL',
    subject: rows[0]?.subjectNo ?? '',
  });
}
