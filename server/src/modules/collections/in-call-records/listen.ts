import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { readRecording } from '../../platform/recordings/index.ts';
import { recordListening } from '../../platform/reveal/index.ts';
import { inCalls } from './list.ts';

export const LISTEN = 'customerService:callRecord:listen';

/** Where the exchange keeps the recording of the call that a record is of; null where there is none. */
export async function recordingOf(recordNo: string, { db }: Pick<Call, 'db'>): Promise<string | null> {
  const found = await db
    .selectFrom('inCallRecord as r')
    .innerJoin('call as c', 'c.callNo', 'r.callNo')
    .select('c.recordingUrl')
    .where('r.recordNo', '=', recordNo)
    .executeTakeFirst();
  return found?.recordingUrl ?? null;
}

/** The sound of a call that came in; who listened is kept. @throws AppError NOT_FOUND, RECORDING_NONE, RECORDING_EXPIRED */
export async function sendInCallRecording({ recordNo }: { readonly recordNo: string }, call: Call) {
  const { merchantNo } = await inCalls.one(recordNo, call);
  const url = await recordingOf(recordNo, call);
  if (url === null) throw new AppError('RECORDING_NONE');
  const file = await readRecording(call, url);
  await recordListening(recordNo, call);
  await writeAudit(call.db, call, {
    action: 'inCallRecord.listen',
    subjectType: 'inCallRecord',
    subjectNo: recordNo,
    merchantNo,
  });
  return { ...file, fileName: `${recordNo}.${file.contentType === 'audio/mpeg' ? 'mp3' : 'wav'}` };
}
