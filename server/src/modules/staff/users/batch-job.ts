import { user } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { keptScope, narrower, scopeFrom, storedScope } from '../../platform/changes/index.ts';
import { asCommand, createJob, type ItemsKind, type JobRun, defineJob } from '../../platform/jobs/index.ts';
import { grantsOf } from '../roles/index.ts';
import { applyItem, checkBatch, type MerchantChange } from './batch.ts';

const { mode, merchantNos } = user.batchUpdateMerchantNo.request.shape;
const merchantChange = z.strictObject({ mode, merchantNos });
const title = { en: 'User merchants', zh: '批量调整用户商户' };
/** What agreeing to changes of users takes. */
const CHECKER_CODE = 'user:change:approve';

type Run = JobRun & { readonly tx: Tx };

async function changeOne(userNo: string, change: MerchantChange, run: Run) {
  await checkBatch(run.tx, change, run);
  const grants = await grantsOf(run.tx, run.caller);
  const { before, after } = await applyItem(userNo, change, grants, asCommand(run));
  return { before, after };
}

/** Merchants of many people, each in a transaction of their own, with the rights the caller holds then. */
export const merchantsOfUsersKind: ItemsKind<MerchantChange> = defineJob({
  kind: 'users.merchants',
  title,
  code: 'user:user:batchUpdate',
  params: merchantChange,
  runItem: async ({ subjectNo }, change, run) => await changeOne(subjectNo, change, run),
});

const agreedChange = z.extend(merchantChange, { within: storedScope });

/** The same once an approver agreed: by the rights of that person, within what the maker saw as well. */
export const agreedMerchantsKind: ItemsKind<z.output<typeof agreedChange>> = defineJob({
  kind: 'users.agreedMerchants',
  title,
  code: CHECKER_CODE,
  params: agreedChange,
  async runItem({ subjectNo }, { within, ...change }, run) {
    const scope = narrower(run.caller.scope, scopeFrom(within));
    return await changeOne(subjectNo, change, { ...run, caller: { ...run.caller, scope } });
  },
});

type Batch = MerchantChange & { readonly userNos: readonly string[] };

const itemsOf = (userNos: readonly string[]) => [...new Set(userNos)].map((subjectNo) => ({ subjectNo, input: null }));

/** Refuses what is wrong with the batch as a whole, then queues an item a person. */
export async function queueMerchantBatch({ userNos, ...change }: Batch, call: CommandContext): Promise<string> {
  await checkBatch(call.tx, change, call);
  return await createJob(merchantsOfUsersKind, change, call, itemsOf(userNos));
}

/** The same for the person who agreed; a trial by one who may not agree starts no job. */
export async function queueAgreedBatch(
  { userNos, mode, merchantNos }: Batch,
  call: CommandContext,
): Promise<{ jobNo: string | null }> {
  const change = { mode, merchantNos };
  await checkBatch(call.tx, change, call);
  if (!call.caller.codes.has(CHECKER_CODE)) return { jobNo: null };
  const params = { ...change, within: keptScope(call.caller.scope) };
  return { jobNo: await createJob(agreedMerchantsKind, params, call, itemsOf(userNos)) };
}
