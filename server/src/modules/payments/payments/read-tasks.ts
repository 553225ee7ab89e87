import { payment } from '@kituo/sdk/contracts';
import { defineList } from '../../../lists/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { COUNTED } from './read-page.ts';
import { draftedCents } from './write-off-form.ts';

const storedRows = payment.writeOffSave.request.shape.rows;

/** Write-offs as they were prepared, newest first. */
export const writeOffTasks = defineList(
  payment.writeOffTasks,
  (db) =>
    db
      .selectFrom('writeOffTask as t')
      .innerJoin('loanOrder', 'loanOrder.orderNo', 't.orderNo')
      .innerJoin('appUser as maker', 'maker.userNo', 't.makerUserNo'),
  (by) => ({
    scope: ({ caller }) => ordersWithin(caller.scope),
    key: 't.taskNo',
    filters: {
      orderNo: by.beginsWith('t.orderNo'),
      billNo: by.beginsWith('t.billNo'),
      taskStatus: by.is('t.taskStatus'),
    },
    sorts: { createdAt: 't.taskNo' },
    first: [],
    countsTo: COUNTED,
    select: (query) =>
      query
        .select(['t.taskNo', 't.orderNo', 't.billNo', 't.repayType', 't.deductionNo', 't.remark'])
        .select(['t.couponNo', 't.voucherIds', 't.rows', 't.taskStatus', 't.fault', 'maker.realName as makerName'])
        .select(['t.createdAt', 't.finishedAt', 't.version']),
    row: ({ createdAt, finishedAt, rows: stored, ...task }, { caller }) => {
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
        writeOffAmountCents: draftedCents(rows),
        createdAt: createdAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
        allowedActions,
      };
    },
  }),
);
