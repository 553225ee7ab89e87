import type { approval, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { approveChange, endChange } from '../changes/index.ts';
import { approveVersion, rejectVersion } from '../configuration/index.ts';

/** To which family a request belongs: its own list decides who sees it. Throws CHANGE_NOT_FOUND. */
async function familyOf(changeNo: string, { tx, services }: CommandCall) {
  const request = await tx
    .selectFrom('changeRequest')
    .select('kind')
    .where('changeNo', '=', changeNo)
    .executeTakeFirst();
  const kind = request && services.changes.get(request.kind);
  if (!kind) throw new AppError('CHANGE_NOT_FOUND');
  return kind.family;
}

/** Approves as the endpoint of its kind does: the same checks of person, scope and state. */
export async function approveOne(
  { approvalKind, approvalNo, version, reason }: ParsedRequestOf<typeof approval.approve>,
  call: CommandCall,
): Promise<ReplyOf<typeof approval.approve>> {
  if (approvalKind === 'VERSION') {
    await approveVersion({ versionId: approvalNo, version, reason }, call);
    return { result: null };
  }
  const family = await familyOf(approvalNo, call);
  const { result } = await approveChange(family, { changeNo: approvalNo, reason }, call);
  return { result };
}

export async function rejectOne(
  { approvalKind, approvalNo, version, reason }: ParsedRequestOf<typeof approval.reject>,
  call: CommandCall,
): Promise<ReplyOf<typeof approval.reject>> {
  if (approvalKind === 'VERSION') await rejectVersion({ versionId: approvalNo, version, reason }, call);
  else await endChange('reject', await familyOf(approvalNo, call), { changeNo: approvalNo, reason }, call);
  return {};
}
