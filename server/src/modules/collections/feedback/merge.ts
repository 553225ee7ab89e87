import type { feedback, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { nameOf, standingDispute, told } from './commands.ts';
import { addStep, type Feedback, lockFeedback, moveFeedback, refuseFinished } from './store.ts';

/** Both locked, in the order of their numbers: two who merge them into each other do not wait in a circle. */
async function lockBoth(
  feedbackNo: string,
  intoNo: string,
  { tx, caller }: CommandContext,
): Promise<[Feedback, Feedback]> {
  const locked = new Map<string, Feedback>();
  for (const no of [feedbackNo, intoNo].toSorted()) locked.set(no, await lockFeedback(tx, no, caller.scope));
  const [duplicate, into] = [locked.get(feedbackNo), locked.get(intoNo)];
  if (!duplicate || !into) throw new AppError('FEEDBACK_NOT_FOUND');
  return [duplicate, into];
}

/**
 * Ends a duplicate. What it holds goes on with the other one: the dispute that keeps collection from the customer, its
 * certificates, and the calls and suggestions that it was made of.
 * @throws AppError FEEDBACK_NOT_FOUND, FEEDBACK_MERGE_UNFIT, FEEDBACK_TAKEN, ILLEGAL_TRANSITION
 */
export async function mergeFeedback(
  { feedbackNo, intoNo }: ParsedRequestOf<typeof feedback.merge>,
  call: CommandContext,
): Promise<ReplyOf<typeof feedback.merge>> {
  const { tx, caller } = call;
  const { userNo } = caller;
  if (feedbackNo === intoNo) throw new AppError('FEEDBACK_MERGE_UNFIT', { fields: ['intoNo'] });
  const [before, into] = await lockBoth(feedbackNo, intoNo, call);
  refuseFinished(before, 'merge');
  if (into.customerNo !== before.customerNo || into.feedbackStatus === 'PROCESSED') {
    throw new AppError('FEEDBACK_MERGE_UNFIT', { fields: ['intoNo'] });
  }
  if (before.handlerUserNo !== null && before.handlerUserNo !== userNo) {
    throw new AppError('FEEDBACK_TAKEN', { facts: { name: await nameOf(tx, before.handlerUserNo) } });
  }
  const at = new Date();
  const dispute = (await standingDispute(tx, into)) ?? (await standingDispute(tx, before));
  const voucherIds = [...new Set([...into.voucherIds, ...before.voucherIds])];
  const taken = { note: feedbackNo, change: { disputeBlockId: dispute, voucherIds } };
  await addStep(tx, into, 'takeOver', { userNo, at, ...taken });
  for (const table of ['inCallRecord', 'appAdvice'] as const) {
    await tx.updateTable(table).set({ feedbackNo: intoNo }).where('feedbackNo', '=', feedbackNo).execute();
  }
  const isNew = before.feedbackStatus === 'UNPROCESSED';
  const own = isNew
    ? await moveFeedback(tx, before, 'take', { userNo, at, change: { handlerUserNo: userNo } })
    : before;
  const left = { mergedInto: intoNo, disputeBlockId: null };
  const merged = await addStep(tx, own, 'merge', { userNo, at, note: intoNo, change: left });
  // Its answer is the other one's.
  const end = { result: 'FORWARDED', processedAt: at } as const;
  return await told(
    call,
    'merge',
    before,
    await moveFeedback(tx, merged, 'finish', { userNo, at, change: end }),
    intoNo,
  );
}
