import { attributedOrder, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';
import { iso } from './list.ts';
import { ownSteps } from './month-steps.ts';
import { callsOf, followUpsOf } from './past.ts';

const LEADS = 'telemarketing:followApproval:approve';
const OVER: ReadonlySet<string> = new Set(['VOIDED', 'REFUSED', 'MACHINE_REFUSED']);

const source = (db: Queryable) =>
  db
    .selectFrom('orderAttribution as a')
    .innerJoin('loanOrder as o', 'o.orderNo', 'a.orderNo')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo');

const lastDue = sql<string | null>`(select max(b.due_date) from bill b where b.order_no = o.order_no)`;
const loanState = sql<attributedOrder.OrderRow['loanState']>`(case when o.lending_time is null then null
  when exists (select from bill b where b.order_no = o.order_no and b.bill_status in ('ACTIVE', 'CHARGED_OFF')
    and b.due_date < (now() at time zone 'Africa/Nairobi')::date) then 'PAST_DUE'
  when exists (select from bill b where b.order_no = o.order_no and b.bill_status in ('ACTIVE', 'CHARGED_OFF')) then 'OPEN'
  else 'SETTLED' end)`;

/** Of a settled loan `o` of `c`: whoever may be invited to borrow again. */
const mayBorrow = sql<boolean>`(${loanState} = 'SETTLED' and c.account_status = 'OPEN'
  and not exists (select from loan_order n where n.customer_no = c.customer_no
    and (n.apply_time > o.apply_time or n.cool_off_until > (now() at time zone 'Africa/Nairobi')::date))
  and not exists (select from contact_block b where b.phone = c.phone and b.lifted_at is null
    and coalesce(b.expires_at, now()) >= now())
  and not exists (select from marketing_blacklist x where x.phone = c.phone and x.row_status <> 'DELETED'
    and coalesce(x.expire_at, now()) >= now()))`;

function actionsOn(
  { codes }: Caller,
  isLoan: boolean,
  orderStatus: string,
  state: attributedOrder.OrderRow['loanState'],
) {
  const mayCall = isLoan ? state === 'SETTLED' : !OVER.has(orderStatus) && state !== 'PAST_DUE';
  const is = {
    call: codes.has('telemarketing:call:dial') && mayCall,
    sms: codes.has('telemarketing:call:dial') && isLoan && state === 'SETTLED',
    follow: codes.has('telemarketing:followUp:save'),
  };
  return (['call', 'sms', 'follow'] as const).filter((action) => is[action]);
}

const { myIncoming, myLoan } = attributedOrder;

const selected = (query: ReturnType<typeof source>) =>
  query
    .innerJoin('merchant as m', 'm.merchantNo', 'o.merchantNo')
    .innerJoin('loanProduct as p', 'p.productNo', 'o.productNo')
    .innerJoin('appUser as u', 'u.userNo', 'a.userNo')
    .select(['o.orderNo', 'c.customerName', 'c.phone', 'o.merchantNo', 'm.merchantName', 'o.productNo'])
    .select([
      'p.productName',
      'o.loanType',
      'o.appliedCents as loanAmountCents',
      'o.approvedCents as approvedAmountCents',
    ])
    .select(['o.orderStatus', 'o.incomingChannel', 'a.attributedBy', 'a.userNo as telemarketerUserNo'])
    .select(['u.realName as telemarketerName', 'a.firstCallAt', 'o.applyTime', 'o.lendingTime', 'o.closedAt'])
    .select('o.returnedUntil')
    .leftJoin('callActivity as y', 'y.activityNo', 'a.activityNo')
    .select(['y.activityName', 'y.incomingBonusCents', 'y.loanBonusCents'])
    .select('o.paidOutCents as actualLoanAmountCents')
    .select(loanState.as('loanState'))
    .select(
      sql<number>`(select coalesce(sum(bb.outstanding_cents), 0)::bigint from bill b join bill_balance bb
        on bb.bill_no = b.bill_no where b.order_no = o.order_no)`.as('billAmountCents'),
    )
    .select(lastDue.as('dueDate'));
type Stored = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

/** What an order counts for, without posting anything; null outside any activity. */
function estimated(of: Pick<Stored, 'incomingBonusCents' | 'loanBonusCents' | 'lendingTime'>): number | null {
  const { incomingBonusCents, loanBonusCents, lendingTime } = of;
  if (incomingBonusCents === null || loanBonusCents === null) return null;
  return incomingBonusCents + (lendingTime === null ? 0 : loanBonusCents);
}

const rowOf =
  (isLoan: boolean) =>
  (
    { closedAt, incomingBonusCents, loanBonusCents, ...row }: Stored,
    { caller }: { readonly caller: Caller },
  ): attributedOrder.OrderRow => ({
    ...row,
    firstCallAt: iso(row.firstCallAt),
    returnedUntil: row.orderStatus === 'RETURNED' ? iso(row.returnedUntil) : null,
    applyTime: row.applyTime.toISOString(),
    lendingTime: iso(row.lendingTime),
    bonus: [
      ...(incomingBonusCents === null ? [] : [{ line: 'INCOMING' as const, cents: incomingBonusCents }]),
      ...(loanBonusCents === null || row.lendingTime === null
        ? []
        : [{ line: 'LOAN' as const, cents: loanBonusCents }]),
    ],
    estimatedBonusCents: estimated({ incomingBonusCents, loanBonusCents, lendingTime: row.lendingTime }),
    settledAt: row.loanState === 'SETTLED' ? iso(closedAt) : null,
    allowedActions: actionsOn(caller, isLoan, row.orderStatus, row.loanState),
  });

const scopeOf =
  (more: ReturnType<typeof sql<boolean>>) =>
  ({ caller }: { readonly caller: Caller }) => {
    const merchantNos = merchantsSeen(caller.scope);
    const own = caller.codes.has(LEADS) ? sql<boolean>`true` : sql<boolean>`a.user_no = ${caller.userNo}`;
    return sql<boolean>`${more} and ${own} and (${merchantNos}::text[] is null or a.merchant_no = any(${merchantNos}::text[]))`;
  };
const personal = { customerName: 'name', phone: 'phone' } as const;

/** Applications that came from calls. */
export const incomingOrders = defineList(myIncoming.page, source, (by) => ({
  scope: scopeOf(sql<boolean>`true`),
  key: 'a.orderNo',
  missing: 'ORDER_NOT_FOUND',
  filters: {
    orderNo: by.contains('o.orderNo'),
    phone: by.is('c.phone'),
    merchantNo: by.is('o.merchantNo'),
    productNo: by.contains('o.productNo'),
    loanType: by.is('o.loanType'),
    telemarketerUserNo: by.is('a.userNo'),
    activityNo: by.is('a.activityNo'),
    orderStatus: (status) => sql<boolean>`o.order_status = ${status}`,
    incomingChannel: by.contains('o.incomingChannel'),
    applyTime: by.days('o.applyTime'),
  },
  sorts: { applyTime: 'o.applyTime', lendingTime: 'o.lendingTime' },
  // What its customer has to correct, while there is time, comes first.
  first: [
    [sql<boolean>`(o.order_status = 'RETURNED')`, 'desc'],
    ['o.applyTime', 'desc'],
  ],
  select: selected,
  row: rowOf(false),
  personal,
}));

/** Loans that came from calls. */
export const attributedLoans = defineList(myLoan.page, source, (by) => ({
  scope: scopeOf(sql<boolean>`o.lending_time is not null`),
  key: 'a.orderNo',
  missing: 'ORDER_NOT_FOUND',
  filters: {
    orderNo: by.contains('o.orderNo'),
    phone: by.is('c.phone'),
    merchantNo: by.is('o.merchantNo'),
    productNo: by.contains('o.productNo'),
    loanType: by.is('o.loanType'),
    telemarketerUserNo: by.is('a.userNo'),
    activityNo: by.is('a.activityNo'),
    loanState: (state) => sql<boolean>`${loanState} = ${state}`,
    mayBorrow: (is) => sql<boolean>`${mayBorrow} = ${is}`,
    lendingTime: by.days('o.lendingTime'),
    dueDate: ({ from = null, to = null }) => sql<boolean>`(${from}::date is null or ${lastDue} >= ${from}::date)
      and (${to}::date is null or ${lastDue} <= ${to}::date)`,
  },
  sorts: { applyTime: 'o.applyTime', lendingTime: 'o.lendingTime' },
  first: [['o.lendingTime', 'desc']],
  select: selected,
  row: rowOf(true),
  personal,
}));

export const incomingPhone = revealOf(incomingOrders, {
  kind: 'myIncoming.phone',
  title: { en: 'Phone of an attributed order', zh: '归属订单手机号' },
  field: 'phone',
  access: { code: ['telemarketing:list:phone'] },
  valueOf: ({ phone }) => phone,
});

const cents = (amount: number | null) => (amount === null ? null : (amount / 100).toFixed(2));
const columns = [
  { en: 'Order', zh: '订单编号', of: (row: attributedOrder.OrderRow) => row.orderNo },
  { en: 'Customer', zh: '客户', of: (row: attributedOrder.OrderRow) => row.customerName },
  { en: 'Phone', zh: '手机号', of: (row: attributedOrder.OrderRow) => row.phone },
  { en: 'Merchant', zh: '商户', of: (row: attributedOrder.OrderRow) => row.merchantName },
  { en: 'Product', zh: '产品', of: (row: attributedOrder.OrderRow) => row.productName },
  { en: 'Status', zh: '订单状态', of: (row: attributedOrder.OrderRow) => row.orderStatus, codes: 'ORDER_STATUS' },
  { en: 'Amount (KES)', zh: '申请金额（KES）', of: (row: attributedOrder.OrderRow) => cents(row.loanAmountCents) },
  {
    en: 'Disbursed (KES)',
    zh: '放款金额（KES）',
    of: (row: attributedOrder.OrderRow) => cents(row.actualLoanAmountCents),
  },
  { en: 'Activity', zh: '活动', of: (row: attributedOrder.OrderRow) => row.activityName },
  {
    en: 'Estimated bonus (KES)',
    zh: '预计奖金（KES）',
    of: (row: attributedOrder.OrderRow) => cents(row.estimatedBonusCents),
  },
  { en: 'Telemarketer', zh: '电销员', of: (row: attributedOrder.OrderRow) => row.telemarketerName },
  { en: 'Applied', zh: '进件时间', of: (row: attributedOrder.OrderRow) => row.applyTime, isTime: true },
  { en: 'Lent', zh: '放款时间', of: (row: attributedOrder.OrderRow) => row.lendingTime, isTime: true },
] as const;

export const incomingExport = exportOf(incomingOrders, {
  kind: 'myIncoming.export',
  title: { en: 'Export of my incoming orders', zh: '导出我的进件' },
  page: { code: 'telemarketing:incoming:export' },
  params: myIncoming.exportList.request,
  fileStem: 'incoming-orders',
  subjectType: 'order',
  columns: [...columns],
});
export const loanExport = exportOf(attributedLoans, {
  kind: 'myLoan.export',
  title: { en: 'Export of my loans', zh: '导出我的放款' },
  page: { code: 'telemarketing:loan:export' },
  params: myLoan.exportList.request,
  fileStem: 'attributed-loans',
  subjectType: 'order',
  columns: [...columns],
});

/** The caller's own, today and this month, and what of theirs waits for somebody. */
export async function summaryOf(isLoan: boolean, call: Call): Promise<ReplyOf<typeof myIncoming.summary>> {
  const { db, caller } = call;
  const today = businessDateOf(new Date());
  const month = startOfBusinessDate(`${today.slice(0, 7)}-01`);
  const at = isLoan ? sql`o.lending_time` : sql`o.apply_time`;
  const amount = isLoan ? sql`o.paid_out_cents` : sql`o.applied_cents`;
  const isWaiting = isLoan ? mayBorrow : sql`(o.order_status = 'RETURNED' and o.returned_until > now())`;
  const isSettled = sql`(${isLoan} and ${loanState} = 'SETTLED' and o.closed_at > now() - interval '90 days')`;
  const isLate = sql`exists (select from bill b where b.order_no = o.order_no and b.actual_date > b.due_date)`;
  const { rows } = await sql<Omit<ReplyOf<typeof myIncoming.summary>, 'activities'>>`select
      count(*) filter (where ${at} >= ${startOfBusinessDate(today)})::int as today,
      count(*) filter (where ${at} >= ${month})::int as month,
      coalesce(sum(${amount}) filter (where ${at} >= ${month}), 0)::bigint as amount_cents,
      count(*) filter (where ${isWaiting})::int as waiting,
      round(100.0 * count(*) filter (where ${isSettled} and not ${isLate})
        / nullif(count(*) filter (where ${isSettled}), 0))::int as on_time_percent
    from order_attribution a join loan_order o on o.order_no = a.order_no
    join customer c on c.customer_no = o.customer_no
    where a.user_no = ${caller.userNo}`.execute(db);
  const own = rows[0] ?? { today: 0, month: 0, amountCents: 0, waiting: 0, onTimePercent: null };
  return { ...own, activities: isLoan ? [] : await ownSteps(call) };
}

/** @throws AppError ORDER_NOT_FOUND */
export async function readAttributed(
  isLoan: boolean,
  orderNo: string,
  call: Call,
): Promise<ReplyOf<typeof myIncoming.detail>> {
  const list = isLoan ? attributedLoans : incomingOrders;
  const row = await list.one(orderNo, call);
  const { phone, merchantNo } = await list.stored(orderNo, call);
  const { rows: steps } = await sql<{ id: string; at: Date; toStatus: string }>`
    select event_id::text as id, at, to_status from order_event where order_no = ${orderNo}
    order by event_id desc limit 20`.execute(call.db);
  return {
    row,
    steps: steps.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
    calls: await callsOf(call.db, phone, merchantNo),
    followUps: await followUpsOf(call.db, { orderNo }),
  };
}
