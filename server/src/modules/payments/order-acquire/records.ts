import { orderAcquire, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { attemptsAbout } from '../merchant-services/index.ts';
import { EVENT } from './deliver.ts';

const UNTAKEN: ReadonlySet<string> = new Set(['QUEUED', 'FAILED']);

/** Orders that merchants' rules acquired. */
export const records = defineList(
  orderAcquire.recordPage,
  (db) =>
    db
      .selectFrom('acquiredOrder as a')
      .innerJoin('loanOrder as o', 'o.orderNo', 'a.orderNo')
      .innerJoin('customer as c', 'c.customerNo', 'o.customerNo'),
  (by) => ({
    scope: by.ofMerchants('a.merchantNo'),
    key: 'a.orderNo',
    filters: {
      orderNo: by.is('a.orderNo'),
      thirdPartyOrderNo: by.is('o.thirdPartyOrderNo'),
      merchantNo: by.is('a.merchantNo'),
      phone: by.is('c.phone'),
      deliveryStatus: by.is('a.deliveryStatus'),
      acquiredAt: by.days('a.acquiredAt'),
    },
    sorts: { acquiredAt: 'a.acquiredAt', replyAt: 'a.replyAt' },
    first: [['a.acquiredAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'a.merchantNo')
        .select(['a.orderNo', 'o.thirdPartyOrderNo', 'a.merchantNo', 'm.merchantName', 'c.customerName', 'c.phone'])
        .select(['o.appliedCents as amountCents', 'a.ruleName', 'a.deliveryStatus', 'a.acquiredAt', 'a.replyAt'])
        .select(['a.attempts', 'a.fault'])
        // What waited for a recharge is charged later than it was delivered.
        .select(
          sql<number | null>`coalesce((select c.amount_cents from merchant_consumption c
            where c.merchant_no = a.merchant_no and c.consumption_type = 'ORDER_DELIVERED' and c.cause_no = a.order_no
              and a.charged_cents is not null), a.charged_cents)`.as('chargedCents'),
        ),
    row: ({ acquiredAt, replyAt, ...row }, { caller }) => ({
      ...row,
      acquiredAt: acquiredAt.toISOString(),
      replyAt: replyAt?.toISOString() ?? null,
      allowedActions: [
        ...(row.deliveryStatus === 'FAILED' && caller.codes.has('merchant:orderAcquire:redeliver')
          ? ['redeliver' as const]
          : []),
        ...(UNTAKEN.has(row.deliveryStatus) && caller.codes.has('merchant:orderAcquire:reassign')
          ? ['reassign' as const]
          : []),
      ],
    }),
    personal: { customerName: 'name', phone: 'phone' },
  }),
);

/** What of acquired orders is masked, in full for those who hold the page. */
export const acquiredOrderReveals = rowReveals(records, {
  name: 'acquiredOrder',
  title: { en: 'acquired orders', zh: '获取订单' },
  page: orderAcquire.recordPage,
  fields: { customerName: 'customerName', phone: 'phone' },
});

/** An acquired order with its attempts and its charge. @throws AppError NOT_FOUND */
export async function readRecord(
  { orderNo }: { readonly orderNo: string },
  call: Call,
): Promise<ReplyOf<typeof orderAcquire.record>> {
  const row = await records.one(orderNo, call);
  const charge = await call.db
    .selectFrom('merchantConsumption')
    .select(['recordNo', 'amountCents', 'consumptionStatus', 'consumedAt'])
    .where('merchantNo', '=', row.merchantNo)
    .where('consumptionType', '=', 'ORDER_DELIVERED')
    .where('causeNo', '=', orderNo)
    .executeTakeFirst();
  return {
    row,
    attempts: await attemptsAbout(call.db, { event: EVENT, subjectNo: orderNo }),
    charge: charge ? { ...charge, consumedAt: charge.consumedAt.toISOString() } : null,
  };
}

const STATUS: CodeWords = {
  QUEUED: ['Queued', '排队中'],
  DELIVERED: ['Delivered', '已送达'],
  REJECTED: ['Rejected', '已拒收'],
  FAILED: ['Failed', '失败'],
};
const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

export const recordExport = exportOf(records, {
  kind: 'acquiredOrders.export',
  title: { en: 'Export of acquired orders', zh: '导出获客订单' },
  page: '/AdminContent/MerchantSystem/OrderAcquireManagement',
  params: orderAcquire.recordExport.request,
  fileStem: 'acquired-orders',
  subjectType: 'acquiredOrder',
  columns: [
    { en: 'Order', zh: '订单编号', of: (row) => row.orderNo },
    { en: 'Merchant order', zh: '商户订单号', of: (row) => row.thirdPartyOrderNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => kes(row.amountCents) },
    { en: 'Rule', zh: '规则', of: (row) => row.ruleName },
    { en: 'Delivery', zh: '推送状态', of: (row) => row.deliveryStatus, codes: STATUS },
    { en: 'Acquired', zh: '获客时间', of: (row) => row.acquiredAt, isTime: true },
    { en: 'Replied', zh: '回复时间', of: (row) => row.replyAt, isTime: true },
    { en: 'Charged (KES)', zh: '扣费（KES）', of: (row) => kes(row.chargedCents) },
  ],
});
