import type { ParsedRequestOf, ReplyOf, retrieval } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { releaseRetrievalKind } from './run.ts';
import { batchSeen } from './seen.ts';

interface Request {
  readonly batchNo: string;
  readonly version: number;
  readonly note?: string | undefined;
}

/** The maker never decides. Throws NOT_FOUND, STALE, ILLEGAL_TRANSITION, CHANGE_OWN. */
async function settle(
  { batchNo, version, note }: Request,
  approvalStatus: 'APPROVED' | 'REJECTED',
  call: CommandCall,
): Promise<void> {
  const { tx, caller } = call;
  const batch = await batchSeen(tx, caller, batchNo);
  if (batch.approvalStatus !== 'PENDING') throw new AppError('ILLEGAL_TRANSITION');
  if (batch.version !== version) throw new AppError('STALE');
  if (batch.makerUserNo === caller.userNo) throw new AppError('CHANGE_OWN');
  await tx
    .updateTable('retrievalBatch')
    .set({
      approvalStatus,
      checkerUserNo: caller.userNo,
      checkerNote: note ?? null,
      decidedAt: new Date(),
      version: version + 1,
    })
    .where('batchNo', '=', batchNo)
    .execute();
  await writeAudit(tx, call, {
    action: approvalStatus === 'APPROVED' ? 'audit:retrieval:approve' : 'audit:retrieval:reject',
    subjectType: 'retrieval',
    subjectNo: batchNo,
    before: { approvalStatus: 'PENDING' },
    after: { approvalStatus },
    ...(note !== undefined && { reason: note }),
  });
}

export async function approveRetrieval(
  request: ParsedRequestOf<typeof retrieval.approve>,
  call: CommandCall,
): Promise<ReplyOf<typeof retrieval.approve>> {
  const { tx } = call;
  const { batchNo } = request;
  await settle(request, 'APPROVED', call);
  const rows = await tx
    .selectFrom('retrievalItem')
    .select('orderNo')
    .where('batchNo', '=', batchNo)
    .orderBy('lineNo')
    .execute();
  const items = rows.map(({ orderNo }) => ({ subjectNo: orderNo, input: null }));
  const jobNo = await createJob(releaseRetrievalKind, { batchNo }, call, items);
  await tx.updateTable('retrievalBatch').set({ jobNo }).where('batchNo', '=', batchNo).execute();
  return { batchNo, jobNo };
}

export async function rejectRetrieval(
  request: ParsedRequestOf<typeof retrieval.reject>,
  call: CommandCall,
): Promise<ReplyOf<typeof retrieval.reject>> {
  await settle(request, 'REJECTED', call);
  return { batchNo: request.batchNo };
}
