import { repayment } from '@kituo/sdk/contracts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { COUNTED_FAR_APART } from '../../../db/counted.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { businessDateOf, daysBetween } from '../../platform/policy/index.ts';
import { type BillWork, readFigures, readWork } from './bill-figures.ts';
import { ordersOfPhone, ordersOfSerial, overdueBy } from './conditions.ts';

type Action = repayment.BillRow['allowedActions'][number];

const BILLS_IN_DRAFT = sql`select t.bill_no from write_off_task t
  where t.task_status = 'UNFINISHED' and t.bill_no is not null`;

/** Bills, found by their own columns and indexes alone; what else a row shows is read for the page's rows. */
export const bills = defineList(
  repayment.billPage,
  (db) => db.selectFrom('bill as b'),
  (by) => ({
    scope: ({ caller }) => billsWithin(caller),
    key: 'b.billNo',
    missing: 'BILL_NOT_FOUND',
    filters: {
      billNo: by.beginsWith('b.billNo'),
      orderNo: by.beginsWith('b.orderNo'),
      phone: (phone) => sql<boolean>`b.order_no in (${ordersOfPhone(phone)})`,
      paymentCode: (code) => sql<boolean>`b.order_no in (${ordersOfSerial(code)})`,
      billStatus: by.is('b.billStatus'),
      finishStatus: (status) => sql<boolean>`b.bill_no in (select t.bill_no from write_off_task t
        where t.task_status = ${status} and not exists (select from write_off_task n
          where n.bill_no = t.bill_no and n.task_no > t.task_no))`,
      caseLevel: (level) => sql<boolean>`b.bill_no in (select cb.bill_no from case_bill cb
        join collection_case c on c.case_no = cb.case_no where cb.is_open and c.case_level = ${level})`,
      termNo: (term) => sql<boolean>`b.term_no = ${Number(term)}`,
      dueDate: by.between('b.dueDate'),
      overdueDays: (typed) => overdueBy(typed, sql`b.due_date`, sql`b.bill_status`),
      // Compared, as an overpayment of the loans' list is.
      hasWritable: (has) => sql<boolean>`${has} = exists (select from payment_flow f
        where f.customer_no = b.customer_no and f.customer_no is not null and f.writable_cents > 0
          and f.flow_status <> 'REVERSED')`,
      // Drafts are few beside bills: those with one are looked up.
      inDraft: (is) =>
        is
          ? sql<boolean>`b.bill_no = any(array(${BILLS_IN_DRAFT}))`
          : sql<boolean>`b.bill_no not in (${BILLS_IN_DRAFT})`,
    },
    sorts: { dueDate: 'b.dueDate' },
    first: [['b.dueDate', 'desc']],
    select: (query) =>
      query
        .innerJoin('customer as c', 'c.customerNo', 'b.customerNo')
        .select(['b.billNo', 'b.orderNo', 'b.merchantNo', 'b.customerNo', 'b.termNo', 'b.dueDate', 'b.billStatus'])
        .select(['c.customerName', 'c.phone']),
    async rows(stored, { db, caller }) {
      const billNos = stored.map(({ billNo }) => billNo);
      const figures = new Map((await readFigures(db, billNos)).map((one) => [one.billNo, one]));
      const work = new Map((await readWork(db, billNos)).map((one) => [one.billNo, one]));
      const today = businessDateOf(new Date());
      return stored.flatMap((row) => {
        const known = figures.get(row.billNo);
        const doing = work.get(row.billNo);
        if (!known || !doing) return [];
        const { deductionCents: _, couponWrittenOffCents: __, ...owed } = known;
        const { isApplied: ___, hasCoupon: ____, ...shown } = doing;
        const isOwing = row.billStatus === 'ACTIVE' || row.billStatus === 'CHARGED_OFF';
        return {
          ...row,
          ...owed,
          ...shown,
          overdueDays: isOwing ? Math.max(0, daysBetween(row.dueDate, today)) : 0,
          allowedActions: actionsOf(row.billStatus, doing, caller),
        };
      });
    },
    isCountedInOrder: true,
    countsTo: COUNTED_FAR_APART,
    personal: { customerName: 'name', phone: 'phone' },
  }),
);

/** A bill is in the books of its merchant; where data rules hold, it is seen with its order. */
function billsWithin({ scope }: Pick<Caller, 'scope'>) {
  if (scope === 'all') return null;
  if (scope.rows === undefined) return sql<boolean>`b.merchant_no = any(${scope.merchantNos})`;
  return (eb: ExpressionBuilder<Schema & { b: Schema['bill'] }, 'b'>) =>
    eb.exists(
      eb
        .selectFrom('loanOrder')
        .select('loanOrder.orderNo')
        .whereRef('loanOrder.orderNo', '=', 'b.orderNo')
        .where(ordersWithin(scope)),
    );
}

function actionsOf(billStatus: string, work: BillWork, { codes }: Pick<Caller, 'codes'>): Action[] {
  const may = (...names: readonly string[]) => names.some((name) => codes.has(`afterLoan:${name}`));
  const isActive = billStatus === 'ACTIVE';
  const isOwing = isActive || billStatus === 'CHARGED_OFF';
  const canUndo = work.isApplied && billStatus !== 'VOID';
  const allowed: Record<Action, boolean> = {
    writeOff: isOwing && may('writeOff:commit', 'writeOff:commitMulti'),
    bestSplit: isOwing && work.customerWritableCents > 0 && may('writeOff:commitMulti'),
    draft: work.finishStatus === 'UNFINISHED' && may('writeOff:update'),
    retry: work.finishStatus === 'ERROR' && may('writeOff:commitMulti'),
    useCoupon: isActive && work.hasCoupon && may('coupon:use'),
    settleRollback: canUndo && may('rollback:settle'),
    fullRollback: canUndo && may('rollback:full'),
  };
  return repayment.billAction.options.filter((name) => allowed[name]);
}
