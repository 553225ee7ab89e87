import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import type { ImportKind } from '../../platform/imports/index.ts';

const form = z.strictObject({
  orderNo: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
});

/**
 * A file of order numbers for a retrieval. It is read and marked here; the numbers that are kept go into the
 * page's form with a target and a reason, and from there into one batch, which an approver may have to
 * release. So no row is applied automatically.
 */
export const retrievalImportKind: ImportKind<z.output<typeof form>> = {
  kind: 'retrieval.orders',
  title: { en: 'Orders to return', zh: '待退回订单' },
  code: 'audit:retrieval:submit',
  columns: [{ key: 'orderNo', title: { en: 'Order number', zh: '订单号' }, isRequired: true, example: 'LO0000000001' }],
  toInput: (cells) => cells,
  form,
  async check({ orderNo }, { db, caller }) {
    const found = await db
      .selectFrom('loanOrder')
      .select('orderNo')
      .where('orderNo', '=', orderNo)
      .where(ordersWithin(caller.scope))
      .executeTakeFirst();
    if (!found) throw new AppError('ORDER_NOT_FOUND', { fields: ['orderNo'] });
  },
  apply() {
    throw new AppError('FORBIDDEN');
  },
};
