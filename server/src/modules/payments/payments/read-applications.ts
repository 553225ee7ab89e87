import type { ParsedRequestOf, payment, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { beginning } from '../../../db/like.ts';
import type { Call } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { countOf } from './read-page.ts';

type Filters = ParsedRequestOf<typeof payment.applications>['filters'];

/** Applications of the caller's orders, newest first, with what may be done with each. */
export async function findApplications(
  { filters, page, pageSize, sort }: ParsedRequestOf<typeof payment.applications>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof payment.applications>> {
  const found = matching(db, filters).where(ordersWithin(caller.scope));
  const counted = await countOf(db, found.select('a.applicationNo'));
  const rows = await found
    .leftJoin('appUser as maker', 'maker.userNo', 'a.makerUserNo')
    .leftJoin('appUser as operator', 'operator.userNo', 'a.rolledBackBy')
    .select(['a.applicationNo', 'a.taskNo', 'a.orderNo', 'a.billNo', 'a.repayType', 'a.flowNo'])
    .select(['a.appliedCents', 'a.surplusCents', 'a.applicationStatus', 'a.appliedAt'])
    .select(['a.rolledBackAt', 'a.rollbackReason as reason', 'flow.paymentCode'])
    .select(['flow.paymentChannel', 'flow.amountCents as flowAmountCents', 'flow.repayTime'])
    .select(['maker.realName as makerName', 'operator.realName as operatorName'])
    .select(isNewest.as('isNewest'))
    .orderBy('a.applicationNo', sort?.direction ?? 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const may = (code: string) => caller.codes.has(`afterLoan:rollback:${code}`);
  return {
    ...counted,
    rows: rows.map(({ isNewest: isLast, repayTime, appliedAt, rolledBackAt, ...row }) => {
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
    }),
  };
}

function matching(db: Queryable, filters: Filters) {
  const { billNo, flowNo, orderNo, paymentCode, applicationStatus, repayType } = filters;
  let query = db
    .selectFrom('paymentApplication as a')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'a.orderNo')
    .innerJoin('paymentFlow as flow', 'flow.flowNo', 'a.flowNo');
  if (orderNo) query = query.where('a.orderNo', 'like', beginning(orderNo));
  if (flowNo) query = query.where('a.flowNo', 'like', beginning(flowNo));
  if (paymentCode) query = query.where('flow.paymentCode', 'like', beginning(paymentCode));
  if (applicationStatus) query = query.where('a.applicationStatus', '=', applicationStatus);
  if (repayType) query = query.where('a.repayType', '=', repayType);
  if (billNo) {
    // GENERIC names no bill: what it reached is in its postings.
    query = query.where(sql<boolean>`a.order_no = (select order_no from bill
      where bill_no = ${billNo}) and exists (select from posting p
      where p.bill_no = ${billNo} and p.journal_id = any(a.journal_ids))`);
  }
  return query;
}

/** The newest live one of its order, or of the same piece of work as that. */
const isNewest = sql<boolean>`not exists (select from payment_application n
    where n.order_no = a.order_no and n.application_status = 'LIVE'
      and n.application_no > a.application_no and n.task_no is distinct from a.task_no)`;

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
