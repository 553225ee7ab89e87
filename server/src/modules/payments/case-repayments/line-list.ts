import { caseRepay } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { ordersOf, type System } from '../waivers/index.ts';
import { type BillSplit, splitOf } from './line-split.ts';

type Row = caseRepay.RepayRow;

export const AREAS = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** The newest live one of its order, or of the same piece of work as that. */
const isNewest = sql<boolean>`not exists (select from payment_application n
  where n.order_no = a.order_no and n.application_status = 'LIVE'
    and n.application_no > a.application_no and n.task_no is distinct from a.task_no
    and (l.case_scope = 'ORDER' or exists (select from repayment_line o
      where o.application_no = n.application_no and o.bill_no = l.bill_no)))`;

/** The request that a payment answers, of a link where it came from one, and the order's own account number. */
const asked = sql`payment_prompt p where p.order_no = l.order_no and p.payment_code = f.payment_code`;
const paidInto = sql`virtual_account v where v.order_no = l.order_no and v.virtual_no = f.account_reference`;
const cameThroughNo = sql<string | null>`coalesce((select coalesce(p.link_no, p.prompt_no) from ${asked} limit 1),
  (select v.virtual_no from ${paidInto}))`;
const cameThrough = (no: string) => sql<boolean>`(exists (select from ${asked} and ${no} in (p.link_no, p.prompt_no))
  or exists (select from ${paidInto} and v.virtual_no = ${no}))`;

/** What was noted last on the case before the customer paid, and by whom; nobody where the robot noted it. */
const contactBefore = sql<{ readonly at: string; readonly name: string | null } | null>`(select
    json_build_object('at', w.at, 'name', u.real_name)
  from case_follow_up w left join app_user u on u.user_no = w.user_no
  where w.case_no = l.case_no and w.at <= f.repay_time order by w.follow_up_id desc limit 1)`;

/** What cases of a system were paid: by order an application each, by bill what each paid of a bill. */
const linesIn = (system: System) =>
  defineList(
    caseRepay.byOrder.page,
    (db) =>
      db
        .selectFrom('repaymentLine as l')
        .innerJoin('paymentApplication as a', 'a.applicationNo', 'l.applicationNo')
        .innerJoin('paymentFlow as f', 'f.flowNo', 'l.flowNo')
        .innerJoin('loanOrder', 'loanOrder.orderNo', 'l.orderNo')
        .innerJoin('customer as c', 'c.customerNo', 'loanOrder.customerNo')
        .leftJoin('bill as b', 'b.billNo', 'l.billNo')
        .where('l.caseScope', '=', system),
    (by) => ({
      scope: ({ caller }) => ordersOf(caller.scope, system),
      key: 'l.lineNo',
      filters: {
        orderNo: by.beginsWith('l.orderNo'),
        flowNo: by.beginsWith('l.flowNo'),
        phone: by.is('c.phone'),
        repayTime: by.days('f.repayTime'),
        paymentChannel: by.is('f.paymentChannel'),
        repayType: by.is('a.repayType'),
        collectorUserNos: by.oneOf('l.collectorUserNo'),
        levelAtRepay: by.is('l.levelAtRepay'),
        reversed: (is) => sql<boolean>`a.application_status = ${is ? 'ROLLED_BACK' : 'LIVE'}`,
        billNo: by.beginsWith('l.billNo'),
        termNo: (termNo) => sql<boolean>`b.term_no = ${Number(termNo)}`,
        splitPayments: (is) => (is ? sql<boolean>`l.share_count > 1` : sql<boolean>`l.share_count = 1`),
        onePerPayment: (is) => (is ? sql<boolean>`l.share_no = 1` : null),
        appliedAt: by.days('l.appliedAt'),
        rolledBackAt: by.days('a.rolledBackAt'),
        rollbackType: by.is('a.rollbackType'),
        operatorUserNos: by.oneOf('a.rolledBackBy'),
        cameThroughNo: cameThrough,
        early: (is) => (is ? sql<boolean>`l.dpd_at_repay < 0` : sql<boolean>`l.dpd_at_repay >= 0`),
      },
      sorts: { appliedAt: 'l.appliedAt', rolledBackAt: 'a.rolledBackAt' },
      first: [['l.appliedAt', 'desc']],
      select: (query) =>
        query
          .leftJoin('appUser as collector', 'collector.userNo', 'l.collectorUserNo')
          .leftJoin('appUser as operator', 'operator.userNo', 'a.rolledBackBy')
          .select(['l.lineNo', 'l.applicationNo', 'l.orderNo', 'l.billNo', 'l.merchantNo', 'l.flowNo', 'l.appliedAt'])
          .select(['l.appliedCents', 'l.caseNo', 'l.levelAtRepay', 'l.collectorUserNo', 'l.dpdAtRepay'])
          .select(['l.shareNo', 'l.shareCount', 'b.termNo', 'b.billStatus', 'a.repayType', 'a.surplusCents'])
          .select(['a.applicationStatus', 'a.rolledBackAt', 'a.rollbackType', 'a.rollbackReason as reason'])
          .select(['f.paymentCode', 'f.paymentChannel', 'f.repayTime', 'f.amountCents as flowAmountCents'])
          .select(['c.customerName', 'c.phone', 'collector.realName as collectorName'])
          .select(['operator.realName as operatorName', isNewest.as('isNewest'), cameThroughNo.as('cameThroughNo')])
          .select(contactBefore.as('contact')),
      async rows(stored, { db, caller }) {
        const numbers = stored.map(({ applicationNo }) => applicationNo);
        const split = await splitOf(db, numbers);
        return stored.map(
          ({
            shareNo,
            shareCount,
            isNewest: isLast,
            contact,
            repayTime,
            appliedAt,
            rolledBackAt,
            paymentChannel,
            ...row
          }): Row => {
            const reached = split.filter(({ applicationNo }) => applicationNo === row.applicationNo);
            const isOf = (billNo: string) => system === 'ORDER' || billNo === row.billNo;
            const own = summed(reached.filter(({ billNo }) => isOf(billNo)));
            const others = reached.filter(({ billNo, paidCents }) => billNo !== row.billNo && paidCents > 0);
            return {
              ...row,
              ...own,
              paymentChannel: caseRepay.repayRow.shape.paymentChannel.parse(paymentChannel),
              feesCents: row.appliedCents - own.principalCents - own.interestCents,
              surplusCents: shareNo === 1 ? row.surplusCents : 0,
              contactBeforeAt: contact && new Date(contact.at).toISOString(),
              contactBeforeName: contact?.name ?? null,
              shareOfFlow: shareCount > 1 ? `${shareNo} / ${shareCount}` : null,
              siblingBillNos: others.map(({ billNo }) => billNo),
              appliedToSiblingsCents: others.reduce((sum, { paidCents }) => sum + paidCents, 0),
              repayTime: repayTime.toISOString(),
              appliedAt: appliedAt.toISOString(),
              rolledBackAt: rolledBackAt?.toISOString() ?? null,
              allowedActions: actionsOf(system, row, isLast, caller),
            };
          },
        );
      },
      personal: { customerName: 'name', phone: 'phone' },
    }),
  );

export const linesOf = { ORDER: linesIn('ORDER'), BILL: linesIn('BILL') } as const;

function summed(parts: readonly BillSplit[]) {
  const sum = (of: (part: BillSplit) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    principalCents: sum((part) => part.principalCents),
    interestCents: sum((part) => part.interestCents),
    lateFeeCents: sum((part) => part.lateFeeCents),
    deductedCents: sum((part) => part.deductedCents),
    couponCents: sum((part) => part.couponCents),
    leftOnBillCents: sum((part) => part.leftCents),
  };
}

function actionsOf(
  system: System,
  { applicationStatus, caseNo }: { readonly applicationStatus: string; readonly caseNo: string | null },
  isLast: boolean,
  { codes }: Pick<Caller, 'codes'>,
): Row['allowedActions'] {
  const isLive = applicationStatus === 'LIVE';
  const may = (code: string) => codes.has(`${AREAS[system]}:${code}`);
  const allowed: Record<Row['allowedActions'][number], boolean> = {
    correctAttribution: isLive && caseNo !== null && may('attribution:update'),
    goToRollback: isLive && (may('rollback:settle') || may('rollback:full')),
    settleRollback: isLive && isLast && may('rollback:settle'),
    fullRollback: isLive && may('rollback:full'),
  };
  return caseRepay.repayAction.options.filter((name) => allowed[name]);
}
