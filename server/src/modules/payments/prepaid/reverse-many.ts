import type { ParsedRequestOf, prepaid } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { createJob, defineJob } from '../../platform/jobs/index.ts';
import { requestReversal } from './consumptions.ts';

const params = z.strictObject({ reverseReason: z.string(), remark: z.string() });

/** Reversals of many charges, each requested in a transaction of its own. */
export const reverseManyKind = defineJob({
  kind: 'consumptions.reverseMany',
  title: { en: 'Reverse charges', zh: '批量冲正消费' },
  code: 'merchant:consumption:reverse',
  params,
  async runItem({ subjectNo }, { reverseReason: reason, remark }, run) {
    const recordNo = subjectNo;
    const { userNo, scope } = run.caller;
    const { merchantNo, consumptionStatus, amountCents } = await requestReversal(run.tx, recordNo, {
      reason,
      remark,
      userNo,
      scope,
      at: new Date(),
    });
    await writeAudit(
      run.tx,
      { ...run, requestId: run.jobNo, address: '' },
      {
        action: 'consumptionRecord.reverse',
        subjectType: 'consumption',
        subjectNo: recordNo,
        merchantNo,
        before: { consumptionStatus: 'CHARGED' },
        after: { consumptionStatus, amountCents },
        reason: remark,
      },
    );
    return null;
  },
});

/** A statement is one merchant's, and so is what is taken back of it. @throws AppError MERCHANTS_MIXED */
export async function reverseMany(
  { recordNos, ...params }: ParsedRequestOf<typeof prepaid.consumptionReverseMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const { tx, caller } = call;
  let found = tx
    .selectFrom('merchantConsumption')
    .select('merchantNo')
    .distinct()
    .where('recordNo', 'in', [...recordNos]);
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos) found = found.where('merchantNo', 'in', [...merchantNos, '']);
  const merchants = await found.execute();
  if (merchants.length === 0) throw new AppError('CONSUMPTION_NOT_FOUND');
  if (merchants.length > 1) throw new AppError('MERCHANTS_MIXED', { fields: ['recordNos'] });
  const items = [...new Set(recordNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(reverseManyKind, params, call, items) };
}
