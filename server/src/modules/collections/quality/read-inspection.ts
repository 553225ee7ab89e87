import type { inspection, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { readHistory, writeAudit } from '../../platform/audit/index.ts';
import { maskDigits } from '../../platform/masking/index.ts';
import { readRecording } from '../../platform/recordings/index.ts';
import { recordListening } from '../../platform/reveal/index.ts';
import { wordsFound } from '../../platform/sensitive-words/index.ts';
import { itemsOf } from './commands.ts';
import { inspections } from './inspections.list.ts';
import { transcriptOf } from './transcript.ts';

const SHOWN = 10;
const LISTEN = 'quality:inspection:listen';

const mayListen = ({ caller }: Pick<Call, 'caller'>, userNo: string | null): boolean =>
  caller.codes.has(LISTEN) || userNo === caller.userNo;

type Heard = Pick<inspection.InspectionRow, 'sourceType' | 'subjectNo'>;

async function recordingOf({ db }: Pick<Call, 'db'>, { sourceType, subjectNo }: Heard) {
  if (sourceType !== 'CALL' && sourceType !== 'ROBOT') return null;
  const result = await db
    .selectFrom('contactResult')
    .select('recordingUrl')
    .where('attemptId', '=', Number(subjectNo))
    .where('recordingUrl', 'is not', null)
    .orderBy('resultId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return result?.recordingUrl ?? null;
}

/** @throws AppError INSPECTION_NOT_FOUND */
export async function readInspection(
  { inspectionNo }: { readonly inspectionNo: string },
  call: Call,
): Promise<ReplyOf<typeof inspection.detail>> {
  const { db } = call;
  const row = await inspections.one(inspectionNo, call);
  const stored = await db
    .selectFrom('inspection')
    .select(['orderNo', 'caseNo', 'content', 'sheetVersionNo', 'sheetNo', 'answers', 'marks', 'remark', 'leaseUntil'])
    .select(['appeal', 'decision', 'decisionReason', 'scoreBefore', 'happenedAt'])
    .where('inspectionNo', '=', inspectionNo)
    .executeTakeFirstOrThrow();
  const { content, happenedAt, leaseUntil, ...facts } = stored;
  const isHeard = mayListen(call, row.userNo);
  return {
    ...row,
    ...facts,
    leaseUntil: leaseUntil?.toISOString() ?? null,
    content: isHeard && content !== null ? maskDigits(content) : null,
    hasRecording: isHeard && (await recordingOf(call, row)) !== null,
    transcript: isHeard ? await readTranscript(call, row) : [],
    items: await itemsOf(db, stored),
    followUps: await followUpsOf(call, stored.caseNo),
    announcements: row.userNo === null ? [] : await confirmedBefore(call, row.userNo, happenedAt),
    history: await readHistory(db, 'inspection', inspectionNo),
  };
}

/** What is scored, for whoever scores it a second time; of the first score nothing. */
export async function evidenceOf(inspectionNo: string, call: Call) {
  const stored = await call.db
    .selectFrom('inspection')
    .select(['sourceType', 'subjectNo', 'content', 'userNo'])
    .where('inspectionNo', '=', inspectionNo)
    .executeTakeFirstOrThrow();
  const isHeard = mayListen(call, stored.userNo);
  return {
    content: isHeard && stored.content !== null ? maskDigits(stored.content) : null,
    hasRecording: isHeard && (await recordingOf(call, stored)) !== null,
    transcript: isHeard ? await readTranscript(call, stored) : [],
  };
}

/** With digits masked, and the words that are looked for named. */
async function readTranscript({ db }: Call, { sourceType, subjectNo }: Heard) {
  if (sourceType !== 'CALL' && sourceType !== 'ROBOT') return [];
  const segments = await transcriptOf(db, subjectNo);
  return await Promise.all(
    segments.map(async ({ said, ...segment }) => ({
      ...segment,
      said: maskDigits(said),
      words: (await wordsFound(db, 'CALL_TRANSCRIPT', said)).map(({ word }) => word),
    })),
  );
}

async function followUpsOf({ db }: Call, caseNo: string | null) {
  if (caseNo === null) return [];
  const found = await db
    .selectFrom('caseFollowUp as f')
    .innerJoin('appUser as u', 'u.userNo', 'f.userNo')
    .select(['f.at', 'u.realName as byName', 'f.actionCode', 'f.remark'])
    .where('f.caseNo', '=', caseNo)
    .orderBy('f.followUpId', 'desc')
    .limit(SHOWN)
    .execute();
  return found.map((one) => ({ ...one, at: one.at.toISOString() }));
}

async function confirmedBefore({ db, lang }: Call, userNo: string, happenedAt: Date) {
  const found = await db
    .selectFrom('announcementConfirmation as c')
    .innerJoin('announcement as a', 'a.announcementNo', 'c.announcementNo')
    .select(['c.announcementNo', 'a.title', 'c.confirmedAt'])
    .where('c.userNo', '=', userNo)
    .where('c.confirmedAt', '<=', happenedAt)
    .orderBy('c.confirmedAt', 'desc')
    .limit(SHOWN)
    .execute();
  return found.map(({ title, confirmedAt, announcementNo }) => ({
    announcementNo,
    title: title[lang] ?? title['en'] ?? '',
    confirmedAt: confirmedAt.toISOString(),
  }));
}

/** What the caller scores a second time, which the list of inspections does not show them meanwhile. */
async function ownSecond(inspectionNo: string, { db, caller }: Call) {
  return await db
    .selectFrom('qualityCalibration as c')
    .innerJoin('inspection as i', 'i.inspectionNo', 'c.inspectionNo')
    .select(['i.sourceType', 'i.subjectNo', 'i.userNo'])
    .where('c.inspectionNo', '=', inspectionNo)
    .where('c.secondUserNo', '=', caller.userNo)
    .where('c.scoredAt', 'is', null)
    .executeTakeFirst();
}

/** The sound of a call; who listened is kept. @throws AppError INSPECTION_NOT_FOUND, FORBIDDEN, RECORDING_NONE, RECORDING_EXPIRED */
export async function sendRecording({ inspectionNo }: { readonly inspectionNo: string }, call: Call) {
  const row = (await ownSecond(inspectionNo, call)) ?? (await inspections.one(inspectionNo, call));
  if (!mayListen(call, row.userNo)) throw new AppError('FORBIDDEN');
  const url = await recordingOf(call, row);
  if (url === null) throw new AppError('RECORDING_NONE');
  const file = await readRecording(call, url);
  await recordListening(inspectionNo, call);
  await writeAudit(call.db, call, {
    action: 'inspection.listen',
    subjectType: 'inspection',
    subjectNo: inspectionNo,
    after: { sourceType: row.sourceType, subjectNo: row.subjectNo },
  });
  return { ...file, fileName: `${inspectionNo}.${file.contentType === 'audio/mpeg' ? 'mp3' : 'wav'}` };
}
