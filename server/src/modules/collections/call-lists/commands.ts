import { callList, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { productsOf } from './candidates.ts';
import { abandoned, type CallEntry, lockEntry, moveByHand } from './entries.ts';
import { listTypeRule, refuseUnknownTarget } from './options.ts';

type Moved = ReplyOf<typeof callList.recall>;
type Target = Omit<ParsedRequestOf<typeof callList.updateTarget>, 'entryId'>;
const DESK = 'TELEMARKETING';

/** @throws AppError CALL_ENTRY_EXISTS where another live entry of the number has the target already */
export async function refuseSecond(tx: Tx, entry: CallEntry, marketingTarget: string): Promise<void> {
  const other = await tx
    .selectFrom('callEntry')
    .select('entryId')
    .where('desk', '=', entry.desk)
    .where('merchantNo', '=', entry.merchantNo)
    .where('phone', '=', entry.phone)
    .where('marketingTarget', '=', marketingTarget)
    .where('listStatus', 'in', ['POOL', 'ASSIGNED'])
    .where('entryId', '<>', entry.entryId)
    .executeTakeFirst();
  if (other) throw new AppError('CALL_ENTRY_EXISTS', { fields: ['marketingTarget'] });
}

/** @throws AppError REFERENCE_UNKNOWN unless the product is the merchant's, or on its shelf from a partner */
export async function refuseStrangeProduct(tx: Tx, merchantNo: string, productNo: string | null): Promise<void> {
  if (productNo === null || (await productsOf(tx, [productNo])).get(productNo)?.merchantNo === merchantNo) return;
  throw new AppError('REFERENCE_UNKNOWN', { fields: ['recommendedProductNo'] });
}

/** Where an entry keeps its product: the merchant's own, or a partner's. */
async function productFields(tx: Tx, productNo: string | null) {
  const isOwn = productNo === null || (await productsOf(tx, [productNo])).get(productNo)?.isOwn === true;
  return isOwn
    ? { recommendedProductNo: productNo, marketProductNo: null }
    : { recommendedProductNo: null, marketProductNo: productNo };
}

/** How many of the entries may get another target; the others are refused one by one. */
export async function checkTargets(
  { entryIds }: ParsedRequestOf<typeof callList.targetCheck>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof callList.targetCheck>> {
  const merchantNos = merchantsSeen(caller.scope);
  const ids = [...new Set(entryIds)];
  const { rows } = await sql<{ editable: number }>`
    select count(*)::int as editable from call_entry e left join call_option o
      on o.option_type = 'LIST_TYPE' and o.code = e.list_type
    where e.entry_id = any(${ids}::text[]) and e.desk = 'TELEMARKETING' and e.list_status in ('POOL', 'ASSIGNED')
      and coalesce((o.rule ->> 'isTargetEditable')::boolean, true)
      and (${merchantNos}::text[] is null or e.merchant_no = any(${merchantNos}::text[]))`.execute(db);
  return { editable: rows[0]?.editable ?? 0, total: ids.length };
}

/** @throws AppError CALL_ENTRY_NOT_FOUND, ILLEGAL_TRANSITION, CALL_TARGET_LOCKED, CALL_ENTRY_EXISTS, REFERENCE_UNKNOWN */
export async function updateTarget(entryId: string, form: Target, call: CommandContext): Promise<Moved> {
  const { tx } = call;
  const before = await lockEntry(tx, entryId, DESK, call);
  const { listStatus, merchantNo, marketingTarget } = before;
  if (listStatus !== 'POOL' && listStatus !== 'ASSIGNED') {
    const facts = { subject: 'call entry', state: listStatus, command: 'updateTarget' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  if (form.marketingTarget !== marketingTarget) {
    const rule = await listTypeRule(tx, before.listType);
    if (!rule.isTargetEditable) throw new AppError('CALL_TARGET_LOCKED', { fields: ['marketingTarget'] });
    await refuseUnknownTarget(tx, form.marketingTarget);
    await refuseSecond(tx, before, form.marketingTarget);
  }
  await refuseStrangeProduct(tx, merchantNo, form.recommendedProductNo);
  const product = await productFields(tx, form.recommendedProductNo);
  await tx
    .updateTable('callEntry')
    .set((eb) => ({ ...form, ...product, version: eb('version', '+', 1) }))
    .where('entryId', '=', entryId)
    .execute();
  const { recommendedAmountCents } = before;
  const recommendedProductNo = before.recommendedProductNo ?? before.marketProductNo;
  await writeAudit(tx, call, {
    action: 'callEntry.updateTarget',
    subjectType: 'callEntry',
    subjectNo: entryId,
    merchantNo,
    before: { marketingTarget, recommendedProductNo, recommendedAmountCents },
    after: form,
  });
  return { entryId, listStatus };
}

/** @throws AppError CALL_ENTRY_NOT_FOUND, ILLEGAL_TRANSITION */
export async function recall(
  entryId: string,
  reason: string,
  call: CommandContext,
  desk: CallEntry['desk'] = DESK,
): Promise<Moved> {
  const before = await lockEntry(call.tx, entryId, desk, call);
  const { listStatus } = await moveByHand(before, 'recall', { note: reason }, call);
  return { entryId, listStatus };
}

/** @throws AppError CALL_ENTRY_NOT_FOUND, ILLEGAL_TRANSITION */
export async function abandon(entryId: string, reason: string, call: CommandContext): Promise<Moved> {
  const before = await lockEntry(call.tx, entryId, DESK, call);
  const { recycleDelayDays } = await listTypeRule(call.tx, before.listType);
  const change = abandoned('MANUAL', recycleDelayDays, call.caller.userNo);
  const { listStatus } = await moveByHand(before, 'abandon', { note: reason, change }, call);
  return { entryId, listStatus };
}

const target = z.strictObject({
  marketingTarget: callList.updateTarget.request.shape.marketingTarget,
  recommendedProductNo: callList.updateTarget.request.shape.recommendedProductNo,
  recommendedAmountCents: callList.updateTarget.request.shape.recommendedAmountCents,
});
const why = z.strictObject({ reason: callList.recall.request.shape.reason });

const updateKind: ItemsKind<Target> = defineJob({
  kind: 'callList.updateTarget',
  title: { en: 'Edit targets', zh: '批量修改营销目标' },
  code: 'telemarketing:list:update',
  params: target,
  runItem: async ({ subjectNo }, form, run) => await updateTarget(subjectNo, form, asCommand(run)),
});
const recallKind: ItemsKind<z.output<typeof why>> = defineJob({
  kind: 'callList.recall',
  title: { en: 'Recall entries', zh: '批量收回名单' },
  code: 'telemarketing:list:distribute',
  params: why,
  runItem: async ({ subjectNo }, { reason }, run) => await recall(subjectNo, reason, asCommand(run)),
});
const abandonKind: ItemsKind<z.output<typeof why>> = defineJob({
  kind: 'callList.abandon',
  title: { en: 'Abandon entries', zh: '批量废弃名单' },
  code: 'telemarketing:list:abandon',
  params: why,
  runItem: async ({ subjectNo }, { reason }, run) => await abandon(subjectNo, reason, asCommand(run)),
});
export const listKinds = [updateKind, recallKind, abandonKind];

/** An item an entry. */
export const asItems = (entryIds: readonly string[]) =>
  [...new Set(entryIds)].map((subjectNo) => ({ subjectNo, input: null }));

export async function updateMany(
  { entryIds, ...form }: ParsedRequestOf<typeof callList.updateTargetMany>,
  call: CommandCall,
) {
  return { jobNo: await createJob(updateKind, form, call, asItems(entryIds)) };
}
export async function recallMany({ entryIds, reason }: ParsedRequestOf<typeof callList.recallMany>, call: CommandCall) {
  return { jobNo: await createJob(recallKind, { reason }, call, asItems(entryIds)) };
}
export async function abandonMany(
  { entryIds, reason }: ParsedRequestOf<typeof callList.abandonMany>,
  call: CommandCall,
) {
  return { jobNo: await createJob(abandonKind, { reason }, call, asItems(entryIds)) };
}
