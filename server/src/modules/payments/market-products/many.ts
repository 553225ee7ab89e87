import { marketProduct, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { lockProduct, takeOff } from './commands.ts';

const why = z.strictObject({ reason: marketProduct.batchOffShelf.request.shape.reason });
type Placement = z.output<typeof marketProduct.placement>;

export const offShelfJob: ItemsKind<z.output<typeof why>> = defineJob({
  kind: 'marketProducts.offShelf',
  title: { en: 'Take products off the shelf', zh: '批量下架贷超产品' },
  code: 'supermarket:product:offShelf',
  params: why,
  runItem: async ({ subjectNo }, { reason }, run) =>
    await takeOff({ marketProductNo: subjectNo, reason }, asCommand(run)),
});

export const placeJob: ItemsKind<Placement> = defineJob({
  kind: 'marketProducts.place',
  title: { en: 'Order and level of products', zh: '批量调整贷超产品排序与等级' },
  code: 'supermarket:product:save',
  params: marketProduct.placement,
  runItem: async ({ subjectNo }, change, run) => await place(subjectNo, change, asCommand(run)),
});

/** On the shelf a product may change its place, but not who sees it. @throws AppError ILLEGAL_TRANSITION */
async function place(marketProductNo: string, change: Placement, call: CommandContext) {
  const { sort, vipLevelNo, productStatus, version, merchantNo } = await lockProduct(
    call.tx,
    marketProductNo,
    call.caller.scope,
  );
  const after = {
    sort: change.sort ?? sort,
    vipLevelNo: change.vipLevelNo === undefined ? vipLevelNo : change.vipLevelNo,
  };
  if (productStatus === 'ON_SHELF' && after.vipLevelNo !== vipLevelNo) throw new AppError('ILLEGAL_TRANSITION');
  await call.tx
    .updateTable('partnerProduct')
    .set({ ...after, version: version + 1 })
    .where('marketProductNo', '=', marketProductNo)
    .execute();
  await writeAudit(call.tx, call, {
    action: 'marketProduct.place',
    subjectType: 'marketProduct',
    subjectNo: marketProductNo,
    merchantNo,
    before: { sort, vipLevelNo },
    after,
  });
  return after;
}

/** Each product in a transaction of its own, in one order for everybody. */
const itemsOf = (marketProductNos: readonly string[]) =>
  [...new Set(marketProductNos)].toSorted().map((subjectNo) => ({ subjectNo, input: null }));

export const takeManyOff = async (
  { marketProductNos, reason }: ParsedRequestOf<typeof marketProduct.batchOffShelf>,
  call: CommandContext,
) => ({ jobNo: await createJob(offShelfJob, { reason }, call, itemsOf(marketProductNos)) });

export const placeMany = async (
  { marketProductNos, placement }: ParsedRequestOf<typeof marketProduct.batchPlace>,
  call: CommandContext,
) => ({ jobNo: await createJob(placeJob, placement, call, itemsOf(marketProductNos)) });
