import type { caseRollback, payment, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { defineBatch } from '../../platform/batches/index.ts';
import type { RollbackRequest } from '../payments/index.ts';
import { undoWriteOffs } from '../payments/index.ts';
import { ordersOf, reachOrderOf, type System } from '../waivers/index.ts';
import { AREAS } from './line-list.ts';

type Undone = ReplyOf<typeof payment.rollbackFull>;

/** Undoes write-offs of an order, or of a bill, of the system. @throws AppError ORDER_NOT_FOUND, and of `undoWriteOffs` */
export async function undoOnCase(
  system: System,
  form: payment.RollbackForm,
  kind: RollbackRequest['kind'],
  call: CommandContext,
): Promise<Undone> {
  await reachOrderOf(call.tx, call.caller.scope, system, form.orderNo);
  return await undoWriteOffs(form, kind, call);
}

/** The orders, or of collection by bill the bills, with what is live on each. */
async function findThings(db: Queryable, system: System, nos: readonly string[], scope: DataScope) {
  const column = system === 'ORDER' ? 'loanOrder.orderNo' : 'b.billNo';
  return await db
    .selectFrom('loanOrder')
    .innerJoin('bill as b', 'b.orderNo', 'loanOrder.orderNo')
    .leftJoin('repaymentLine as l', (join) =>
      system === 'ORDER'
        ? join.onRef('l.orderNo', '=', 'loanOrder.orderNo').on('b.termNo', '=', 1)
        : join.onRef('l.billNo', '=', 'b.billNo'),
    )
    .select([`${column} as no`, 'loanOrder.merchantNo'])
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('l.appliedCents'), eb.lit(0)).as('amountCents'))
    .where(column, 'in', [...nos])
    .where(ordersOf(scope, system))
    .groupBy([column, 'loanOrder.merchantNo'])
    .execute();
}

const batchOf = (system: System) => {
  const run =
    (kind: RollbackRequest['kind']) =>
    async (no: string, { reason }: { readonly reason: string }, call: CommandContext): Promise<Undone> => {
      if (system === 'ORDER') return await undoOnCase(system, { orderNo: no, reason }, kind, call);
      const bill = await call.tx.selectFrom('bill').select('orderNo').where('billNo', '=', no).executeTakeFirst();
      if (!bill) throw new AppError('BILL_NOT_FOUND');
      return await undoOnCase(system, { orderNo: bill.orderNo, billNo: no, reason }, kind, call);
    };
  return defineBatch({
    name: system === 'ORDER' ? 'caseRollback' : 'caseRollbackStage',
    family: system === 'ORDER' ? 'caseRollback' : 'caseRollbackStage',
    title: { en: 'Batch rollback', zh: '批量回滚' },
    checkerCode: `${AREAS[system]}:bulk:check`,
    field: 'nos',
    missing: system === 'ORDER' ? 'ORDER_NOT_FOUND' : 'BILL_NOT_FOUND',
    find: (db, nos, scope) => findThings(db, system, nos, scope),
    actions: {
      settle: { title: { en: 'Newest write-offs rolled back', zh: '批量回滚最近核销' }, run: run('SETTLE_ROLLBACK') },
      full: { title: { en: 'All write-offs rolled back', zh: '批量回滚全部核销' }, run: run('FULL_ROLLBACK') },
    },
  });
};

export const rollbackBatches = { ORDER: batchOf('ORDER'), BILL: batchOf('BILL') } as const;

/** Asks to undo write-offs of many. @throws AppError FORBIDDEN, and of the batch */
export async function requestRollbacks(
  system: System,
  { rollbackType, nos, reason }: BulkRequest,
  call: CommandContext,
): Promise<ReplyOf<typeof caseRollback.byOrder.bulk>> {
  const action = rollbackType === 'FULL' ? 'full' : 'settle';
  if (!call.caller.codes.has(`${AREAS[system]}:rollback:${action}`)) throw new AppError('FORBIDDEN');
  const named = system === 'ORDER' ? nos : await billsNamed(call.tx, nos);
  return await rollbackBatches[system].ask(action, named, reason, call);
}

/** Bills by number, or by their order and instalment (`LO0000012345-2`); what names none is refused as it is. */
async function billsNamed(db: Queryable, nos: readonly string[]): Promise<string[]> {
  const terms = nos.flatMap((no) => {
    const [, orderNo, termNo] = /^(LO\d+)-(\d{1,2})$/.exec(no) ?? [];
    return orderNo === undefined ? [] : [{ no, orderNo, termNo: Number(termNo) }];
  });
  if (terms.length === 0) return [...nos];
  const bills = await db
    .selectFrom('bill')
    .select(['billNo', 'orderNo', 'termNo'])
    .where(
      'orderNo',
      'in',
      terms.map(({ orderNo }) => orderNo),
    )
    .where('billStatus', '<>', 'VOID')
    .orderBy('billNo')
    .execute();
  const billOf = new Map(bills.map(({ billNo, orderNo, termNo }) => [`${orderNo}-${termNo}`, billNo]));
  const named = new Map(terms.map(({ no, orderNo, termNo }) => [no, billOf.get(`${orderNo}-${termNo}`)]));
  return [...new Set(nos.map((no) => named.get(no) ?? no))];
}

interface BulkRequest {
  readonly rollbackType: 'SETTLE' | 'FULL';
  readonly nos: readonly string[];
  readonly reason: string;
}
