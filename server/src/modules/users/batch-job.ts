import { user } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CommandCall } from '../../http/implement.ts';
import { asCommand, createJob, type ItemsKind } from '../jobs/index.ts';
import { grantsOf } from '../roles/index.ts';
import { applyItem, checkBatch, type MerchantChange } from './batch.ts';

const { mode, merchantNos } = user.batchUpdateMerchantNo.request.shape;

/** Merchants of many people, each in a transaction of their own, with the rights the caller holds then. */
export const merchantsOfUsersKind: ItemsKind<MerchantChange> = {
  kind: 'users.merchants',
  title: { en: 'Merchants of users', zh: '批量调整用户商户' },
  code: 'user:user:batchUpdate',
  params: z.strictObject({ mode, merchantNos }),
  async runItem({ subjectNo }, change, run) {
    await checkBatch(run.tx, change, run);
    const { before, after } = await applyItem(
      subjectNo ?? '',
      change,
      await grantsOf(run.tx, run.caller),
      asCommand(run),
    );
    return { before, after };
  },
};

/** Refuses what is wrong with the batch as a whole, then queues an item a person. */
export async function queueMerchantBatch(
  { userNos, ...change }: MerchantChange & { readonly userNos: readonly string[] },
  call: CommandCall,
): Promise<string> {
  await checkBatch(call.tx, change, call);
  const items = [...new Set(userNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return await createJob(merchantsOfUsersKind, change, call, items);
}
