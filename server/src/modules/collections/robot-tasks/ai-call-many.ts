import type { nineFour, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { placeBlock } from '../contacts/index.ts';
import { followCall } from './ai-calls.ts';

/** Each asks for the code of its own case's system. */
const code = { page: '/AdminContent/CollectionSystem/NineFourAiCallRecord' } as const;

const note = z.strictObject({
  actionCode: z.string(),
  overdueReason: z.optional(z.string()),
  nextFollowUpAt: z.optional(z.string()),
  remark: z.string(),
});
const followKind = defineJob({
  kind: 'aiCalls.followMany',
  title: { en: 'Record robot calls on their cases', zh: '批量登记机器人通话' },
  code,
  params: note,
  runItem: async ({ subjectNo: callId }, given, run) => await followCall({ callId, ...given }, asCommand(run)),
} satisfies ItemsKind<z.output<typeof note>>);

const mark = z.strictObject({ remark: z.string() });
const markKind = defineJob({
  kind: 'aiCalls.markNumbers',
  title: { en: 'Mark wrong numbers', zh: '批量标记错误号码' },
  code,
  params: mark,
  runItem: async ({ subjectNo: callId }, { remark }, run) => await markNumber(callId, remark, asCommand(run)),
} satisfies ItemsKind<z.output<typeof mark>>);

export const aiCallJobs = [followKind, markKind];

/**
 * Closes every channel to a number that a robot found to be wrong.
 * @throws AppError AI_CALL_NOT_FOUND, NOTHING_CHANGES for a call that ended otherwise, FORBIDDEN, CONTACT_BLOCK_STANDS
 */
async function markNumber(callId: string, remark: string, call: CommandContext): Promise<{ callId: string }> {
  const { tx, caller } = call;
  const { rows } = await sql<{
    readonly phone: string;
    readonly merchantNo: string | null;
    readonly caseScope: 'ORDER' | 'BILL' | null;
    readonly isWrong: boolean;
  }>`select a.phone, a.merchant_no, k.case_scope,
      exists (select from contact_result r where r.attempt_id = a.attempt_id
        and r.outcome = 'NUMBER_FAULT') as is_wrong
    from contact_reference f join contact_attempt a on a.attempt_id = f.attempt_id
    left join collection_case k on k.case_no = a.case_no
    where f.gateway = 'ROBOT' and a.attempt_id = ${Number(callId)}`.execute(tx);
  const [made] = rows;
  if (!made || made.merchantNo === null || !seesMerchant(caller.scope, made.merchantNo))
    throw new AppError('AI_CALL_NOT_FOUND');
  const { phone, merchantNo, caseScope, isWrong } = made;
  if (!caller.codes.has(`${caseScope === 'BILL' ? 'collectionStage' : 'collection'}:followUp:save`))
    throw new AppError('FORBIDDEN');
  if (!isWrong) throw new AppError('NOTHING_CHANGES');
  await placeBlock(tx, { merchantNo, phone, blockKind: 'WRONG_NUMBER', note: remark }, caller);
  await writeAudit(tx, call, {
    action: 'aiCall.markNumber',
    subjectType: 'aiCall',
    subjectNo: callId,
    merchantNo,
    after: { blockKind: 'WRONG_NUMBER' },
    reason: remark,
  });
  return { callId };
}

const itemsOf = (callIds: readonly string[]) => [...new Set(callIds)].map((subjectNo) => ({ subjectNo, input: null }));

export async function followMany(
  { callIds, ...given }: ParsedRequestOf<typeof nineFour.callFollowMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(followKind, given, call, itemsOf(callIds)) };
}

export async function markNumbers(
  { callIds, remark }: ParsedRequestOf<typeof nineFour.callMarkNumbers>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(markKind, { remark }, call, itemsOf(callIds)) };
}
