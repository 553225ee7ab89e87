import type { ColumnType, Generated } from 'kysely';
import type { applicationTaskMachine } from '../state-machine/machines/application-task.machine.ts';
import type { StateOf } from '../state-machine/index.ts';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** A write-off as a person prepares it: this much of these flows, on that bill. */
export interface WriteOffTaskTable {
  taskNo: Generated<string>;
  merchantNo: string;
  orderNo: string;
  billNo: Optional<string>;
  repayType: 'SETTLE' | 'PARTIAL' | 'EXTENSION' | 'GENERIC';
  deductionNo: Optional<string>;
  couponNo: Optional<string>;
  remark: Optional<string>;
  voucherIds: Generated<string[]>;
  /** The form's rows; jsonb: write it with JSON.stringify. */
  rows: ColumnType<unknown, string, string>;
  taskStatus: Generated<StateOf<typeof applicationTaskMachine>>;
  /** Why the last try was refused, in the words of whoever ran it. */
  fault: Optional<string>;
  /** What an approved batch made of it; null of those that no batch has run. */
  settleResult: Optional<'SUCCESS' | 'FAILURE'>;
  makerUserNo: string;
  createdAt: ColumnType<Date, undefined, never>;
  finishedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  version: Generated<number>;
}

/** A flow that the channel never told us of, as a person wrote it down. */
export interface FlowDraftTable {
  draftNo: Generated<string>;
  merchantNo: string;
  orderNo: string;
  paymentChannel: string;
  paymentCode: string;
  accountCode: string;
  amountCents: number;
  repayTime: ColumnType<Date, Date, Date>;
  payerPhone: string;
  payerName: Optional<string>;
  voucherIds: Generated<string[]>;
  remark: string;
  draftStatus: Generated<'DRAFT' | 'WAITING' | 'RECORDED'>;
  flowNo: Optional<string>;
  makerUserNo: string;
  createdAt: ColumnType<Date, undefined, never>;
  version: Generated<number>;
}

/** Repayments beside the ledger; `Schema` extends this. */
export interface RepaymentSchema {
  flowDraft: FlowDraftTable;
  writeOffTask: WriteOffTaskTable;
}
