import { AppError } from '../../../http/app-error.ts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { readRecording } from '../../platform/recordings/index.ts';
import { recordListening } from '../../platform/reveal/index.ts';
import { withinScope } from './cases.ts';
import { AREA } from './commands.ts';

/** Whether the caller may hear what was said about cases of a system. */
export const mayPlay = ({ codes }: Call['caller'], caseScope: CaseScope): boolean =>
  codes.has(`${AREA[caseScope]}:recording:play`);

/** Where the exchange keeps the recording of an attempt; null where there is none. */
export async function recordingOfAttempt(db: Queryable, attemptId: number): Promise<string | null> {
  const told = await db
    .selectFrom('contactResult')
    .select('recordingUrl')
    .where('attemptId', '=', attemptId)
    .where('recordingUrl', 'is not', null)
    .orderBy('resultId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return told?.recordingUrl ?? null;
}

/**
 * The sound of a call about a case within the caller's scope; who listened is kept.
 * @throws AppError CASE_NOT_FOUND, RECORDING_NONE, RECORDING_EXPIRED
 */
export async function sendCaseRecording(
  caseScope: CaseScope,
  { attemptId }: { readonly attemptId: number },
  call: Call,
) {
  const { db, caller } = call;
  const about = await db
    .selectFrom('contactAttempt')
    .innerJoin('collectionCase', 'collectionCase.caseNo', 'contactAttempt.caseNo')
    .select(['collectionCase.caseNo', 'collectionCase.merchantNo'])
    .where('contactAttempt.attemptId', '=', attemptId)
    .where('collectionCase.caseScope', '=', caseScope)
    .where(withinScope(caller.scope))
    .executeTakeFirst();
  if (!about) throw new AppError('CASE_NOT_FOUND');
  const url = await recordingOfAttempt(db, attemptId);
  if (url === null) throw new AppError('RECORDING_NONE');
  const file = await readRecording(call, url);
  await recordListening(about.caseNo, call);
  await writeAudit(db, call, {
    action: `${AREA[caseScope]}.listen`,
    subjectType: 'case',
    subjectNo: about.caseNo,
    merchantNo: about.merchantNo,
    after: { attemptId },
  });
  return { ...file, fileName: `${about.caseNo}-${attemptId}.${file.contentType === 'audio/mpeg' ? 'mp3' : 'wav'}` };
}
