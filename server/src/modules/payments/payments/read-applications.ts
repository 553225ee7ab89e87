import { payment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { defineList } from '../../../lists/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { COUNTED } from './read-page.ts';

/** The newest live one of its order, or of the same piece of work as that. */
const isNewest = sql<boolean>`not exists (select from payment_application n
    where n.order_no = a.order_no and n.application_status = 'LIVE'
      and n.application_no > a.application_no and n.task_no is distinct from a.task_no)`;

/** Applications of flows, newest first, with what may be done with each. */
export const applications = defineList(
  payment.applications,
  (db) =>
    db
      .selectFrom('paymentApplication as a')
      .innerJoin('loanOrder', 'loanOrder.orderNo', 'a.orderNo')
      .innerJoin('paymentFlow as flow', 'flow.flowNo', 'a.flowNo'),
  (by) => ({
    scope: ({ caller }) => ordersWithin(caller.scope),
    key: 'a.applicationNo',
    filters: {
      orderNo: by.beginsWith('a.orderNo'),
      flowNo: by.beginsWith('a.flowNo'),
      paymentCode: by.beginsWith('flow.paymentCode'),
      applicationStatus: by.is('a.applicationStatus'),
      repayType: by.is('a.repayType'),
      // GENERIC names no bill: what it reached is in its postings.
      billNo: (billNo) => sql<boolean>`a.order_no = (select order_no from bill
        where bill_no = ${billNo}) and exists (select from posting p
        where p.bill_no = ${billNo} and p.journal_id = any(a.journal_ids))`,
    },
    sorts: { appliedAt: 'a.applicationNo' },
    first: [],
    countsTo: COUNTED,
    select: (query) =>
      query
        .leftJoin('appUser as maker', 'maker.userNo', 'a.makerUserNo')
        .leftJoin('appUser as operator', 'operator.userNo', 'a.rolledBackBy')
        .select(['a.applicationNo', 'a.taskNo', 'a.orderNo', 'a.billNo', 'a.repayType', 'a.flowNo'])
        .select(['a.appliedCents', 'a.surplusCents', 'a.applicationStatus', 'a.appliedAt'])
        .select(['a.rolledBackAt', 'a.rollbackReason as reason', 'flow.paymentCode'])
        .select(['flow.paymentChannel', 'flow.amountCents as flowAmountCents', 'flow.repayTime'])
        .select(['maker.realName as makerName', 'operator.realName as operatorName'])
        .select(isNewest.as('isNewest')),
    row: ({ isNewest: isLast, repayTime, appliedAt, rolledBackAt, ...row }, { caller }) => {
      const may = (code: string) => caller.codes.has(`afterLoan:rollback:${code}`);
      const isLive = row.applicationStatus === 'LIVE';
      const allowedActions: ('settle' | 'full')[] = [];
      if (isLive && isLast && may('settle')) allowedActions.push('settle');
      if (isLive && may('full')) allowedActions.push('full');
      return {
        ...row,
        repayTime: repayTime.toISOString(),
        appliedAt: appliedAt.toISOString(),
        rolledBackAt: rolledBackAt?.toISOString() ?? null,
        allowedActions,
      };
    },
  }),
);

/** On what a flow was last used: for whoever tries to use it again. */
export async function lastUseOf(db: Queryable, flowNo: string): Promise<Record<string, string>> {
  const use = await db
    .selectFrom('paymentApplication')
    .select(['orderNo', 'billNo', 'appliedAt'])
    .where('flowNo', '=', flowNo)
    .where('applicationStatus', '=', 'LIVE')
    .orderBy('applicationNo', 'desc')
    .executeTakeFirst();
  if (!use) return {};
  const { orderNo, billNo, appliedAt } = use;
  return {
    orderNo,
    appliedAt: appliedAt.toISOString(),
    ...(billNo !== null && { billNo }),
  };
}
