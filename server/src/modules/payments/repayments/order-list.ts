import { repayment } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { COUNTED_FAR_APART } from '../../../db/counted.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { businessDateOf, daysBetween } from '../../platform/policy/index.ts';
import { ordersOfIdCard, ordersOfPhone, ordersOfSerial, overdueBy } from './conditions.ts';
import { readLoans } from './order-figures.ts';

type Action = repayment.OrderRow['allowedActions'][number];
type Status = repayment.OrderRow['orderStatus'];

const isOwing = ({ billStatus }: { readonly billStatus: string }) =>
  billStatus === 'ACTIVE' || billStatus === 'CHARGED_OFF';

/** Some bill of the order. With "is true" a range is read once, not bill by bill of newer loans that are not in it. */
const someBill = (is: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from bill b where b.order_no = loan_order.order_no and ${is})) is true`;

/** Some day of some bill of the order, within the range. */
const billDay =
  (column: 'due_date' | 'actual_date') =>
  ({
    from = null,
    to = null,
  }: {
    readonly from?: string | undefined | null;
    readonly to?: string | undefined | null;
  }) =>
    someBill(sql`b.bill_status <> 'VOID' and b.${sql.ref(column)} >= coalesce(${from}::date, '-infinity')
      and b.${sql.ref(column)} <= coalesce(${to}::date, 'infinity')`);

/** Loans that were paid out, the newest first. */
export const loans = defineList(
  repayment.orderPage,
  (db) =>
    db
      .selectFrom('loanOrder')
      .where('loanOrder.lendingTime', 'is not', null)
      .where('loanOrder.orderStatus', 'in', ['DISBURSED', 'CLOSED']),
  (by) => ({
    scope: ({ caller }) => ordersWithin(caller.scope),
    key: 'loanOrder.orderNo',
    missing: 'ORDER_NOT_FOUND',
    filters: {
      orderNo: by.beginsWith('loanOrder.orderNo'),
      phone: (phone) => sql<boolean>`loan_order.order_no in (${ordersOfPhone(phone)})`,
      idCardNo: (idCardNo) => sql<boolean>`loan_order.order_no in (${ordersOfIdCard(idCardNo)})`,
      repaymentCode: by.is('loanOrder.repaymentCode'),
      paymentCode: (code) => sql<boolean>`loan_order.order_no in (${ordersOfSerial(code)})`,
      merchantNo: by.is('loanOrder.merchantNo'),
      orderStatus: by.is('loanOrder.orderStatus'),
      overdueDays: (typed) => someBill(overdueBy(typed, sql`b.due_date`, sql`b.bill_status`)),
      dueDate: billDay('due_date'),
      actualDate: billDay('actual_date'),
      // Compared, a condition leaves the list's order alone, and its payments are looked up or read at once as rows are few or many.
      hasOverpayment: (has) => sql<boolean>`${has} = exists (select from payment_flow f
        where f.order_no = loan_order.order_no and f.credited_cents > 0)`,
      lendingTime: by.days('loanOrder.lendingTime'),
    },
    sorts: { lendingTime: 'loanOrder.lendingTime' },
    first: [['loanOrder.lendingTime', 'desc']],
    select: (query) =>
      query
        .innerJoin('customer as c', 'c.customerNo', 'loanOrder.customerNo')
        .select(['loanOrder.orderNo', 'loanOrder.merchantNo', 'loanOrder.customerNo', 'loanOrder.repaymentCode'])
        .select(['loanOrder.lendingTime', 'loanOrder.orderStatus', 'c.customerName', 'c.phone'])
        .select(sql<number>`(loan_order.terms ->> 'installments')::int`.as('installments'))
        .select(
          sql<boolean>`exists (select from virtual_account v where v.order_no = loan_order.order_no)`.as('hasNumber'),
        ),
    async rows(stored, { db, caller }) {
      const loanOf = await readLoans(
        db,
        stored.map(({ orderNo }) => orderNo),
      );
      const today = businessDateOf(new Date());
      return stored.map(({ lendingTime, orderStatus: stands, hasNumber, ...row }) => {
        const { bills, money, sums, dueOf } = loanOf(row.orderNo);
        const oldest = bills.find(isOwing);
        const overdueDays = oldest ? Math.max(0, daysBetween(oldest.dueDate, today)) : 0;
        const rolloverCount = Math.max(0, ...bills.map((bill) => bill.rolloverCount));
        const orderStatus: Status = stands === 'CLOSED' ? 'CLOSED' : 'DISBURSED';
        return {
          ...row,
          ...sums,
          billAmountCents:
            sums.amountDueCents + sums.actualPaidCents + sums.deductionCents + sums.couponWrittenOffCents,
          overpaymentCents: money?.overpaymentCents ?? 0,
          dueDate: (oldest ?? bills.at(-1))?.dueDate ?? null,
          actualDate: bills.map(({ actualDate }) => actualDate).reduce(later, null),
          overdueFlag: overdueDays > 0,
          overdueDays,
          rolloverFlag: rolloverCount > 0,
          rolloverCount,
          paymentCode: money?.paymentCode ?? null,
          paymentChannel: money?.paymentChannel ?? null,
          lendingTime: lendingTime?.toISOString() ?? '',
          orderStatus,
          openBillNo: oldest?.billNo ?? null,
          openBillDueCents: oldest ? dueOf(oldest.billNo) : 0,
          allowedActions: actionsOf(
            { orderStatus, isActive: oldest?.billStatus === 'ACTIVE', isApplied: money?.isApplied === true, hasNumber },
            caller,
          ),
        };
      });
    },
    isCountedInOrder: true,
    countsTo: COUNTED_FAR_APART,
    personal: { customerName: 'name', phone: 'phone' },
  }),
);

const later = (one: string | null, other: string | null) =>
  other !== null && (one === null || other > one) ? other : one;

function actionsOf(
  loan: {
    readonly orderStatus: Status;
    readonly isActive: boolean;
    readonly isApplied: boolean;
    /** A virtual account number was issued: one an order. */
    readonly hasNumber: boolean;
  },
  { codes }: Pick<Caller, 'codes'>,
): Action[] {
  const may = (...names: readonly string[]) => names.some((name) => codes.has(`afterLoan:${name}`));
  const isOpen = loan.orderStatus === 'DISBURSED';
  const allowed: Record<Action, boolean> = {
    writeOff: isOpen && may('writeOff:commit', 'writeOff:commitMulti'),
    zeroSettle: isOpen && loan.isActive && may('zeroSettle:settle'),
    repayLink: isOpen && may('repayLink:create'),
    virtualAccount: isOpen && !loan.hasNumber && may('virtualAccount:create'),
    settleRollback: loan.isApplied && may('rollback:settle'),
    fullRollback: loan.isApplied && may('rollback:full'),
  };
  return repayment.repaymentAction.options.filter((name) => allowed[name]);
}
