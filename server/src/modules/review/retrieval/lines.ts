import type { ParsedRequestOf, ReplyOf, retrieval } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { Call, DataScope } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { type LoanOrder, ordersWithin, type RetrievalFault, retrievalFaults } from '../../lending/orders/index.ts';

type Target = retrieval.RetrievalTarget;

export interface Line {
  readonly orderNo: string;
  readonly order: {
    readonly merchantNo: string;
    readonly merchantName: string;
    readonly orderStatus: LoanOrder['orderStatus'];
    readonly auditorUserNo: string | null;
    readonly version: number;
    /** What was approved, else what was requested. */
    readonly amountCents: number;
  } | null;
  readonly fault: RetrievalFault | 'ORDER_NOT_FOUND' | null;
}

/** Each order once, in the order of the list; one outside the scope is not there. */
export async function linesOf(
  db: Queryable,
  scope: DataScope,
  orderNos: readonly string[],
  target: Target,
): Promise<Line[]> {
  const requested = [...new Set(orderNos)];
  const rows = await db
    .selectFrom('loanOrder')
    .innerJoin('merchant as m', 'm.merchantNo', 'loanOrder.merchantNo')
    .select(['loanOrder.orderNo', 'loanOrder.merchantNo', 'm.merchantName', 'loanOrder.version'])
    .select(['loanOrder.orderStatus', 'loanOrder.auditorUserNo'])
    .select(['loanOrder.approvedCents', 'loanOrder.appliedCents'])
    .where('loanOrder.orderNo', 'in', requested)
    .where(ordersWithin(scope))
    .execute();
  const found = new Map(rows.map((row) => [row.orderNo, row]));
  const faults = await retrievalFaults(db, rows, target);
  return requested.map((orderNo) => {
    const row = found.get(orderNo);
    if (!row) return { orderNo, order: null, fault: 'ORDER_NOT_FOUND' };
    const { approvedCents, appliedCents, ...order } = row;
    return {
      orderNo,
      order: { ...order, amountCents: approvedCents ?? appliedCents },
      fault: faults.get(orderNo) ?? null,
    };
  });
}

/** The lines as they would fare; reads only. */
export async function checkLines(
  { orderNos, targetStatus }: ParsedRequestOf<typeof retrieval.check>,
  { db, caller, lang }: Call,
): Promise<ReplyOf<typeof retrieval.check>> {
  const lines = await linesOf(db, caller.scope, orderNos, targetStatus);
  const eligible = lines.filter(({ fault }) => fault === null);
  return {
    items: lines.map(({ orderNo, order, fault }) => ({
      orderNo,
      merchantName: order?.merchantName ?? null,
      orderStatus: order?.orderStatus ?? null,
      amountCents: order?.amountCents ?? null,
      fault: fault && { error: fault, msg: textOfError(fault, lang, {}) },
    })),
    duplicates: orderNos.length - lines.length,
    eligible: eligible.length,
    faulty: lines.length - eligible.length,
    totalCents: eligible.reduce((sum, { order }) => sum + (order?.amountCents ?? 0), 0),
    needsChecker: needsChecker(targetStatus),
  };
}

/** Money follows these: an approver releases them. */
export function needsChecker(target: Target): boolean {
  return target === 'PENDING_DISBURSEMENT' || target === 'DISBURSED';
}
