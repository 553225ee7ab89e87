import { type ParsedRequestOf, payment, type ReplyOf } from '@kituo/sdk/contracts';
import { beginning } from '../../../db/like.ts';
import type { Call } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { countOf } from './read-page.ts';

const storedRows = payment.writeOffSave.request.shape.rows;

/** Write-offs as they were prepared, newest first. */
export async function findTasks(
  { filters, page, pageSize, sort }: ParsedRequestOf<typeof payment.writeOffTasks>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof payment.writeOffTasks>> {
  const { orderNo, billNo, taskStatus } = filters;
  let found = db
    .selectFrom('writeOffTask as t')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 't.orderNo')
    .innerJoin('appUser as maker', 'maker.userNo', 't.makerUserNo')
    .where(ordersWithin(caller.scope));
  if (orderNo) found = found.where('t.orderNo', 'like', beginning(orderNo));
  if (billNo) found = found.where('t.billNo', 'like', beginning(billNo));
  if (taskStatus) found = found.where('t.taskStatus', '=', taskStatus);
  const counted = await countOf(db, found.select('t.taskNo'));
  const tasks = await found
    .select(['t.taskNo', 't.orderNo', 't.billNo', 't.repayType', 't.deductionNo', 't.remark'])
    .select('t.couponNo')
    .select(['t.voucherIds', 't.rows', 't.taskStatus', 't.fault', 'maker.realName as makerName'])
    .select(['t.createdAt', 't.finishedAt', 't.version'])
    .orderBy('t.taskNo', sort?.direction ?? 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  return {
    ...counted,
    rows: tasks.map(({ createdAt, finishedAt, rows: stored, ...task }) => {
      const rows = storedRows.parse(stored);
      const isOpen = task.taskStatus === 'UNFINISHED' || task.taskStatus === 'ERROR';
      const commit = rows.length > 1 ? 'commitMulti' : 'commit';
      const allowedActions: ('update' | 'commit')[] = [];
      if (task.taskStatus === 'UNFINISHED' && caller.codes.has('afterLoan:writeOff:update')) {
        allowedActions.push('update');
      }
      if (isOpen && caller.codes.has(`afterLoan:writeOff:${commit}`)) allowedActions.push('commit');
      return {
        ...task,
        rows,
        writeOffAmountCents: rows.reduce((sum, row) => sum + (row.writeOffAmountCents ?? 0), 0),
        createdAt: createdAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
        allowedActions,
      };
    }),
  };
}
