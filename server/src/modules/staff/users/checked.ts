import type { user } from '@kituo/sdk/contracts';
import type { ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { asksForChecker, requestChange } from '../../platform/changes/index.ts';
import { previewBatch } from './batch.ts';
import { queueMerchantBatch } from './batch-job.ts';
import { merchantsKind, rightsChanged, saveKind, unfreezeKind, updateKind } from './change-kinds.ts';
import { resetMfa, resetPassword } from './credentials.ts';
import { unfreezeUser } from './freeze.ts';
import { lockUser } from './load.ts';
import { resetMfaKind, resetPasswordKind } from './reset-kinds.ts';
import { saveUser } from './save.ts';
import { updateUser } from './update.ts';

// Who works here, with which rights and for whom, is requested by one person and agreed to by another,
// where the company says so. Each command below answers as ever, with a `changeNo` where it waits.

/** Where a password went while the command awaits approval: nowhere yet. */
const nothingSent = ({ userName, realName }: { readonly userName: string; readonly realName: string }) =>
  ({ userName, realName, channel: 'SHOWN_ONCE', destination: null, oneTimePassword: null }) as const;

export async function saveOrRequest(
  { reason, ...form }: ParsedRequestOf<typeof user.saveUser>,
  call: CommandContext,
): Promise<ReplyOf<typeof user.saveUser>> {
  if (!(await asksForChecker(call.tx, 'user'))) return await saveUser(form, call, reason);
  const changeNo = await requestChange(saveKind, form, call, reason);
  return {
    userNo: '',
    delivery: nothingSent(form),
    changeNo,
  };
}

/** Name, phone and the like change at once; roles, merchants, department, internal or external wait. */
export async function updateOrRequest(
  { reason, ...form }: ParsedRequestOf<typeof user.updateUser>,
  call: CommandCall,
): Promise<ReplyOf<typeof user.updateUser>> {
  if (!(await asksForChecker(call.tx, 'user'))) return await updateUser(form, call, reason);
  const record = await lockUser(call.tx, call.caller, form.userNo);
  const waiting = rightsChanged(form, record);
  const { deptNo, internalExternal, roleNos, merchantNos, ...direct } = form;
  const done = await updateUser(direct, call, reason);
  if (waiting === null) return done;
  return { ...done, changeNo: await requestChange(updateKind, waiting, call, reason) };
}

export async function unfreezeOrRequest(
  request: ParsedRequestOf<typeof user.unFrozenUser>,
  call: CommandCall,
): Promise<ReplyOf<typeof user.unFrozenUser>> {
  if (!(await asksForChecker(call.tx, 'user'))) return await unfreezeUser(request, call);
  const changeNo = await requestChange(unfreezeKind, request, call, request.reason);
  return { userStatus: 'FROZEN', changeNo };
}

export async function resetPasswordOrRequest(
  request: ParsedRequestOf<typeof user.resetPwd>,
  call: CommandCall,
): Promise<ReplyOf<typeof user.resetPwd>> {
  if (!(await asksForChecker(call.tx, 'user'))) return await resetPassword(request, call);
  const delivery = nothingSent(await lockUser(call.tx, call.caller, request.userNo));
  const changeNo = await requestChange(resetPasswordKind, request, call, request.reason);
  return { sessionsEnded: 0, delivery, changeNo };
}

export async function resetMfaOrRequest(
  request: ParsedRequestOf<typeof user.resetMFA>,
  call: CommandCall,
): Promise<ReplyOf<typeof user.resetMFA>> {
  if (!(await asksForChecker(call.tx, 'user'))) return await resetMfa(request, call);
  return { sessionsEnded: 0, changeNo: await requestChange(resetMfaKind, request, call, request.reason) };
}

/** Starts the job, or asks an approver. Throws NOTHING_CHANGES where there is nothing to ask for. */
export async function batchOrRequest(
  { reason, ...batch }: ParsedRequestOf<typeof user.batchUpdateMerchantNo>,
  call: CommandCall,
): Promise<ReplyOf<typeof user.batchUpdateMerchantNo>> {
  if (!(await asksForChecker(call.tx, 'user'))) {
    return { jobNo: await queueMerchantBatch(batch, call) };
  }
  const planned = await previewBatch(batch, call);
  if (planned.succeeded === 0) throw new AppError('NOTHING_CHANGES');
  return { jobNo: null, changeNo: await requestChange(merchantsKind, batch, call, reason) };
}
