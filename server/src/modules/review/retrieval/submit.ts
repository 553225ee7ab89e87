import type { ParsedRequestOf, ReplyOf, retrieval } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { needed } from '../../../needed.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { type Line, linesOf, needsChecker } from './lines.ts';
import { retrieveKind } from './run.ts';

interface NewBatch {
  readonly targetStatus: retrieval.RetrievalTarget;
  readonly reason: string;
  readonly auditTime?: Date;
  readonly lendingTime?: Date;
  readonly reversesBatchNo?: string;
}

/** Writes the batch with its lines and, where nobody has to agree, starts it. */
export async function addBatch(
  batch: NewBatch,
  lines: readonly Line[],
  call: CommandCall,
): Promise<ReplyOf<typeof retrieval.submit>> {
  const { tx, caller } = call;
  const isChecked = needsChecker(batch.targetStatus);
  const { batchNo } = await tx
    .insertInto('retrievalBatch')
    .values({
      ...batch,
      makerUserNo: caller.userNo,
      approvalStatus: isChecked ? 'PENDING' : 'NONE',
    })
    .returning('batchNo')
    .executeTakeFirstOrThrow();
  await addItems(tx, batchNo, lines);
  await writeAudit(tx, call, {
    action: 'audit:retrieval:submit',
    subjectType: 'retrieval',
    subjectNo: batchNo,
    after: { targetStatus: batch.targetStatus, orders: lines.length, waits: isChecked },
    reason: batch.reason,
  });
  if (isChecked) return { batchNo, jobNo: null };
  const items = lines.map(({ orderNo }) => ({ subjectNo: orderNo, input: null }));
  const jobNo = await createJob(retrieveKind, { batchNo }, call, items);
  await tx.updateTable('retrievalBatch').set({ jobNo }).where('batchNo', '=', batchNo).execute();
  return { batchNo, jobNo };
}

async function addItems(tx: Tx, batchNo: string, lines: readonly Line[]): Promise<void> {
  const rows = lines.flatMap(({ orderNo, order }, index) =>
    order === null
      ? []
      : {
          batchNo,
          orderNo,
          merchantNo: order.merchantNo,
          lineNo: index + 1,
          seenVersion: order.version,
          fromStatus: order.orderStatus,
          fromAuditorUserNo: order.auditorUserNo,
        },
  );
  await tx.insertInto('retrievalItem').values(rows).execute();
}

/** When they were approved and disbursed elsewhere: the contract demands both. */
function timesOf({ auditTime, lendingTime }: ParsedRequestOf<typeof retrieval.submit>) {
  return {
    auditTime: new Date(needed(auditTime, 'the audit time')),
    lendingTime: new Date(needed(lendingTime, 'the lending time')),
  };
}

/** Throws RETRIEVAL_FAULTS where a line cannot be returned: nothing is begun by half. */
export async function submitRetrieval(
  form: ParsedRequestOf<typeof retrieval.submit>,
  call: CommandCall,
): Promise<ReplyOf<typeof retrieval.submit>> {
  const { orderNos, targetStatus, reason } = form;
  const lines = await linesOf(call.tx, call.caller.scope, orderNos, targetStatus);
  const faulty = lines.filter(({ fault }) => fault !== null);
  if (faulty.length > 0) {
    throw new AppError('RETRIEVAL_FAULTS', {
      facts: { count: faulty.length },
      fields: ['orderNos'],
    });
  }
  const times = targetStatus === 'DISBURSED' ? timesOf(form) : null;
  if (times !== null && times.lendingTime.getTime() > Date.now()) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'lendingTime', msg: 'Cannot be in the future' }] });
  }
  return await addBatch({ targetStatus, reason, ...times }, lines, call);
}
