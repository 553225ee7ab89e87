import type { ReplyOf, reReview } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import type { RevealKind } from '../../platform/reveal/index.ts';

/** The phones of an order that was refused, now or before its re-review. Throws ORDER_NOT_FOUND. */
async function phonesOf(db: Queryable, orderNo: string, { scope }: Caller) {
  const found = await db
    .selectFrom('loanOrder')
    .innerJoin('customer as c', 'c.customerNo', 'loanOrder.customerNo')
    .select(['loanOrder.originalPhone', 'c.phone'])
    .where('loanOrder.orderNo', '=', orderNo)
    .where('loanOrder.refusedAt', 'is not', null)
    .where(ordersWithin(scope))
    .executeTakeFirst();
  if (!found) throw new AppError('ORDER_NOT_FOUND');
  return found;
}

export async function originalPhoneOf(
  orderNo: string,
  { db, caller }: Call,
): Promise<ReplyOf<typeof reReview.originalPhone>> {
  const { originalPhone, phone } = await phonesOf(db, orderNo, caller);
  const first = originalPhone ?? phone;
  return { orderNo, phone: maskPhone(first), isCorrected: first !== phone };
}

/** The phone as first submitted, in full, against the reveal budget. */
export const revealKinds: readonly RevealKind[] = [
  {
    kind: 'reReview.originalPhone',
    title: { en: 'Phone as first submitted', zh: '首次提交的手机号' },
    field: 'phone',
    access: { code: ['audit:orderReview:originalPhone'] },
    async load(db, orderNo, caller) {
      const { originalPhone, phone } = await phonesOf(db, orderNo, caller);
      return originalPhone ?? phone;
    },
  },
];
