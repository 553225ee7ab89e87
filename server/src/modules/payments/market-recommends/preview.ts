import type { marketRecommend, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { vipLevelOf } from '../../lending/vip-levels/index.ts';
import { hiddenProducts } from '../market-products/index.ts';
import { recommend } from './recommend.ts';

/** What keeps all recommendations from a customer: who owes or disputes is offered no further debt. */
export async function blockOf(db: Queryable, customerNo: string, at: Date): Promise<'OVERDUE' | 'DISPUTED' | null> {
  const { rows } = await sql<{ isOverdue: boolean; isDisputed: boolean }>`select
    exists (select from bill b where b.customer_no = ${customerNo} and b.bill_status = 'ACTIVE'
      and b.due_date < ${businessDateOf(at)}) as is_overdue,
    exists (select from contact_block k where k.customer_no = ${customerNo}
      and k.block_kind = 'DISPUTE' and k.lifted_at is null) as is_disputed`.execute(db);
  if (rows[0]?.isOverdue) return 'OVERDUE';
  return rows[0]?.isDisputed ? 'DISPUTED' : null;
}

/** What the customer of an order would see, and why each product is shown or hidden. @throws AppError NOT_FOUND */
export async function previewFor(
  { orderNo, scene }: ParsedRequestOf<typeof marketRecommend.preview>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof marketRecommend.preview>> {
  const order = await db
    .selectFrom('loanOrder as o')
    .select(['o.merchantNo', 'o.customerNo', 'o.modelLevel', 'o.refuseCode'])
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!order || !seesMerchant(caller.scope, order.merchantNo)) throw new AppError('NOT_FOUND');
  const { merchantNo, modelLevel, refuseCode, customerNo } = order;
  const at = new Date();
  const vipLevelNo = await vipLevelOf(db, customerNo, at);
  const nothing = {
    modelLevel,
    vipLevelNo,
    ruleName: null,
    rotation: null,
    matched: null,
    cards: [],
    alike: [],
    hidden: [],
  };
  const block = await blockOf(db, customerNo, at);
  if (block !== null) return { ...nothing, block };
  const found = await recommend(db, { merchantNo, scene, audience: { modelLevel, vipLevelNo, refuseCode } }, at);
  if (!found) return { ...nothing, block: 'NO_SLOT' };
  const { ruleName, rotation, matched, cards, alike, overMax, marketProductNos } = found;
  const hidden = await hiddenProducts(db, marketProductNos, { at, vipLevelNo });
  return {
    modelLevel,
    vipLevelNo,
    ruleName,
    rotation,
    matched,
    block: null,
    cards,
    alike,
    hidden: [...hidden, ...overMax.map((one) => ({ ...one, reason: 'OVER_MAX' as const }))],
  };
}
