import { user } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { grantsOf, type RoleGrants } from '../roles/index.ts';
import { changeMerchants, difference } from './assignments.ts';
import { lockUser } from './load.ts';
import { mayManage } from './present.ts';
import { type UserRecord, readUsers } from './read.ts';
import { checkMerchants } from './references.ts';
import { writeAccount } from './write.ts';

/** What is done to each person's merchants. */
export interface MerchantChange {
  readonly mode: 'ADD' | 'REMOVE' | 'REPLACE';
  readonly merchantNos: readonly string[];
}
interface Batch extends MerchantChange {
  readonly userNos: readonly string[];
}
type Item = user.MerchantBatchReply['items'][number];

/** The merchants a person would have; of those the caller sees. */
function requestedMerchants(held: readonly string[], { mode, merchantNos }: MerchantChange): string[] {
  switch (mode) {
    case 'ADD':
      return [...new Set([...held, ...merchantNos])].sort();
    case 'REMOVE':
      return held.filter((merchantNo) => !merchantNos.includes(merchantNo));
    case 'REPLACE':
      return [...new Set(merchantNos)].sort();
  }
}

function plan(record: UserRecord, batch: MerchantChange, grants: RoleGrants): Item {
  if (!mayManage(grants, record)) {
    throw new AppError('GRANT_BEYOND_OWN', { facts: { what: record.userName } });
  }
  const before = record.merchants.map(({ merchantNo }) => merchantNo);
  const after = requestedMerchants(before, batch);
  const { added, removed } = difference(before, after);
  const result = added.length + removed.length > 0 ? 'CHANGED' : 'UNCHANGED';
  return { userNo: record.userNo, realName: record.realName, result, reason: null, before, after };
}

function failure(userNo: string, record: UserRecord | undefined, error: unknown, call: Call): Item {
  if (!(error instanceof AppError)) throw error;
  const reason = textOfError(error.error, call.lang, error.facts);
  const before = record?.merchants.map(({ merchantNo }) => merchantNo) ?? [];
  return {
    userNo,
    realName: record?.realName ?? null,
    result: 'FAILED',
    reason,
    before,
    after: before,
  };
}

/** How many of each, and some by name: first who fails, for they are looked for. */
function summary(items: readonly Item[]): user.MerchantBatchReply {
  const of = (result: Item['result']) => items.filter((item) => item.result === result);
  const [changed, unchanged, failed] = [of('CHANGED'), of('UNCHANGED'), of('FAILED')];
  return {
    succeeded: changed.length,
    unchanged: unchanged.length,
    failed: failed.length,
    items: [...failed, ...changed, ...unchanged].slice(0, user.MERCHANT_PREVIEW_ITEMS),
  };
}

/** Refuses what is wrong with the batch as a whole: no merchant named, or one that is not the caller's. */
export async function checkBatch(db: Queryable, batch: MerchantChange, call: Pick<Call, 'caller'>): Promise<void> {
  if (batch.merchantNos.length === 0 && batch.mode !== 'REPLACE') {
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'merchantNos', msg: 'Choose at least 1' }],
    });
  }
  await checkMerchants(db, call.caller, [...new Set(batch.merchantNos)]);
}

/** What the batch would do to each person; reads only. */
export async function previewBatch(batch: Batch, call: Call): Promise<user.MerchantBatchReply> {
  await checkBatch(call.db, batch, call);
  const userNos = [...new Set(batch.userNos)];
  const grants = await grantsOf(call.db, call.caller);
  const records = await readUsers(call.db, call.caller.scope, userNos);
  const byNumber = new Map(records.map((record) => [record.userNo, record]));
  const items = userNos.map((userNo) => {
    const record = byNumber.get(userNo);
    try {
      if (!record) throw new AppError('USER_NOT_FOUND');
      return plan(record, batch, grants);
    } catch (error) {
      return failure(userNo, record, error, call);
    }
  });
  return summary(items);
}

/** One person, in the transaction of the call. Throws what is refused. */
export async function applyItem(
  userNo: string,
  batch: MerchantChange,
  grants: RoleGrants,
  call: CommandContext,
): Promise<Item> {
  const record = await lockUser(call.tx, call.caller, userNo);
  const item = plan(record, batch, grants);
  if (item.result === 'UNCHANGED') return item;
  await changeMerchants(call.tx, call.caller.scope, userNo, difference(item.before, item.after));
  await writeAccount(call, userNo, {});
  await writeAudit(call.tx, call, {
    action: 'user.batchUpdateMerchantNo',
    subjectType: 'user',
    subjectNo: userNo,
    before: { merchantNos: item.before },
    after: { merchantNos: item.after, mode: batch.mode },
  });
  return item;
}
