import type { Selectable } from 'kysely';
import type { AllotmentEnding } from '../../../db/allotment-schema.ts';
import type { LoanOrderTable } from '../../../db/loan-schema.ts';
import type { orderMachine } from '../../../state-machine/machines/order.machine.ts';
import type { ProductTerms } from './terms.ts';

type OrderRow = Selectable<LoanOrderTable>;

export interface LoanOrder extends Omit<OrderRow, 'terms'> {
  readonly terms: ProductTerms;
}

export type OrderCommand = typeof orderMachine extends { transitions: infer T }
  ? { [S in keyof T]: keyof T[S] }[keyof T] & string
  : never;

/** What changes with a move, beside the status. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'approvedCents'
    | 'paidOutCents'
    | 'lendingChannel'
    | 'cameFrom'
    | 'auditorUserNo'
    | 'reviewerUserNo'
    | 'leaseEndsAt'
    | 'refuseCode'
    | 'decisionRemark'
    | 'returnedUntil'
    | 'auditTime'
    | 'lendingTime'
    | 'closedAt'
    | 'isWhitelisted'
    | 'modelLevel'
    | 'allottedAt'
    | 'openedAt'
    | 'refusedAt'
    | 'coolOffUntil'
  >
>;

export interface OrderMove {
  readonly command: OrderCommand;
  readonly userNo?: string | undefined;
  readonly remark?: string | undefined;
  readonly change?: OrderChange;
  /** When it happened; now unless history is being written. */
  readonly at?: Date;
  /** Why its auditor loses it, where the command alone does not say. */
  readonly ending?: AllotmentEnding;
}
