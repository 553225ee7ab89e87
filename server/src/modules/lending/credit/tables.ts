import type { ColumnType, Generated } from 'kysely';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Fixed<T> = ColumnType<T, T, never>;

export interface TemporaryCreditTaskTable {
  taskNo: Generated<string>;
  merchantNo: string;
  taskName: string;
  /** A customer's. */
  amountCents: number;
  validDays: number;
  /** EAT. */
  effectiveOn: string;
  reason: string;
  taskStatus: Generated<'PENDING' | 'APPROVED' | 'REJECTED'>;
  makerUserNo: string;
  auditorUserNo: Optional<string>;
  auditRemark: Optional<string>;
  createdAt: InstantDefault;
  auditedAt: InstantOrNull;
  removedAt: InstantOrNull;
  removedBy: Optional<string>;
  /** The import whose rows it is made of; null where it was typed. */
  importJobNo: Optional<string>;
  /** A tenth of whom it could raise is left out. */
  holdsOut: Generated<boolean>;
  version: Generated<number>;
}

/** A raise that was granted; the moments say what holds, the status follows. */
export interface TemporaryCreditTable {
  creditNo: ColumnType<string, never, never>;
  taskNo: Fixed<string>;
  merchantNo: Fixed<string>;
  customerNo: Fixed<string>;
  amountCents: Fixed<number>;
  creditStatus: 'GRANTING' | 'GRANTED' | 'EXPIRED';
  effectiveAt: Fixed<Date>;
  expiresAt: Fixed<Date>;
  version: Generated<number>;
}

/** Whom a task is for, and why one got nothing: a name of the error catalogue. */
export interface TemporaryCreditItemTable {
  taskNo: Fixed<string>;
  customerNo: Fixed<string>;
  fault: Optional<string>;
  isHeldOut: Generated<boolean>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    temporaryCreditTask: TemporaryCreditTaskTable;
    temporaryCredit: TemporaryCreditTable;
    temporaryCreditItem: TemporaryCreditItemTable;
  }
}
