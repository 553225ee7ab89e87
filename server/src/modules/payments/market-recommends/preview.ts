import type { marketRecommend, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { vipLevelOf } from '../../lending/vip-levels/index.ts';
import { recommend } from './recommend.ts';

/** What the customer of an order would see. @throws AppError NOT_FOUND */
export async function previewFor(
  { orderNo, scene }: ParsedRequestOf<typeof marketRecommend.preview>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof marketRecommend.preview>> {
  const order = await db
    .selectFrom('loanOrder as o')
    .select(['o.merchantNo', 'o.customerNo', 'o.modelLevel', 'o.refuseCode'])
    .select([
      sql<boolean>`exists (select from bill b where b.customer_no = o.customer_no and b.bill_status = 'ACTIVE'
        and b.due_date < ${businessDateOf(new Date())})`.as('isOverdue'),
      sql<boolean>`exists (select from contact_block k where k.customer_no = o.customer_no
        and k.block_kind = 'DISPUTE' and k.lifted_at is null)`.as('isDisputed'),
    ])
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!order || !seesMerchant(caller.scope, order.merchantNo)) throw new AppError('NOT_FOUND');
  const { merchantNo, modelLevel, refuseCode, isOverdue, isDisputed } = order;
  const vipLevelNo = await vipLevelOf(db, order.customerNo, new Date());
  const seen = { modelLevel, vipLevelNo };
  // Who owes or disputes is offered no further debt.
  if (isOverdue || isDisputed) {
    return { ...seen, ruleName: null, block: isOverdue ? 'OVERDUE' : 'DISPUTED', cards: [] };
  }
  const audience = { modelLevel, vipLevelNo, refuseCode };
  const found = await recommend(db, { merchantNo, scene, audience }, new Date());
  if (!found) return { ...seen, ruleName: null, block: 'NO_SLOT', cards: [] };
  return { ...seen, ...found, block: null };
}
