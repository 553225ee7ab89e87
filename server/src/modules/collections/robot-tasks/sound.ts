import type { ReplyOf, robotTask } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { readRecording } from '../../platform/recordings/index.ts';
import { recordListening, type RevealKind } from '../../platform/reveal/index.ts';
import { recordingOfAttempt } from '../collections/index.ts';
import { transcriptOf } from '../quality/index.ts';
import type { OfferSection } from './tables.ts';

interface OneCall {
  readonly taskNo: string;
  readonly itemNo: number;
}

/** A person of a section's task within the caller's books, with the newest call. @throws AppError ROBOT_TASK_NOT_FOUND */
async function personOf(section: OfferSection, { taskNo, itemNo }: OneCall, db: Queryable, { scope }: Caller) {
  const found = await db
    .selectFrom('robotTaskItem as i')
    .innerJoin('robotTask as t', 't.taskNo', 'i.taskNo')
    .select(['t.taskNo', 't.merchantNo', 'i.phone', 'i.attemptId'])
    .where('t.section', '=', section)
    .where('i.taskNo', '=', taskNo)
    .where('i.itemNo', '=', itemNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(scope, found.merchantNo)) throw new AppError('ROBOT_TASK_NOT_FOUND');
  return found;
}

/** The sound of the last call; who listened is kept. @throws AppError ROBOT_TASK_NOT_FOUND, RECORDING_NONE, RECORDING_EXPIRED */
export async function sendRecording(section: OfferSection, one: OneCall, call: Call) {
  const { db, caller } = call;
  const { taskNo, merchantNo, attemptId } = await personOf(section, one, db, caller);
  const url = attemptId === null ? null : await recordingOfAttempt(db, attemptId);
  if (url === null) throw new AppError('RECORDING_NONE');
  const file = await readRecording(call, url);
  await recordListening(taskNo, call);
  await writeAudit(db, call, {
    action: `${section}.robotTask.listen`,
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo,
    after: { attemptId },
  });
  return { ...file, fileName: `${taskNo}-${one.itemNo}.${file.contentType === 'audio/mpeg' ? 'mp3' : 'wav'}` };
}

/** What was said in the last call; who read it is kept. @throws AppError ROBOT_TASK_NOT_FOUND */
export async function readTranscript(
  section: OfferSection,
  one: OneCall,
  call: Call,
): Promise<ReplyOf<typeof robotTask.marketingSound.transcript>> {
  const { db, caller } = call;
  const { taskNo, merchantNo, attemptId } = await personOf(section, one, db, caller);
  if (attemptId === null) return [];
  const said = await transcriptOf(db, String(attemptId));
  await writeAudit(db, call, {
    action: `${section}.robotTask.readTranscript`,
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo,
    after: { attemptId },
  });
  return said;
}

/** Subject: `RT000000001-3`, the task and the place in it. */
const phoneOf = (section: OfferSection, code: string): RevealKind => ({
  kind: `${section}RobotCall.phone`,
  title: { en: 'Phone of a robot call', zh: '机器人外呼手机号' },
  field: 'phone',
  access: { code: [code] },
  load: async (db, subjectNo, caller) => {
    const [, taskNo = '', itemNo = '0'] = /^(RT\d+)-(\d{1,9})$/.exec(subjectNo) ?? [];
    return (await personOf(section, { taskNo, itemNo: Number(itemNo) }, db, caller)).phone;
  },
});
export const robotCallReveals = [
  phoneOf('marketing', 'marketing:recipient:phone'),
  phoneOf('telemarketing', 'telemarketing:list:phone'),
];
