import type { dataRequest } from '@kituo/sdk/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  Fixed,
  FixedOptional,
  Instant,
  InstantDefault,
  InstantOrNull,
  Optional,
} from '../../../db/column-types.ts';

type Row = dataRequest.DataRequestRow;
export type DataRequestStatus = Row['requestStatus'];

export interface DataRequestTable {
  requestNo: Generated<string>;
  merchantNo: string;
  customerNo: string;
  requestKind: Row['requestKind'];
  requestChannel: Row['requestChannel'];
  requestStatus: Generated<DataRequestStatus>;
  receivedOn: string;
  dueOn: string;
  dueByRule: string;
  statement: string;
  voucherIds: Generated<string[]>;
  identityCheck: Optional<'ID_DOCUMENT' | 'CALL_BACK' | 'APP_SIGN_IN' | 'REPRESENTATIVE'>;
  verifiedBy: Optional<string>;
  verifiedAt: InstantOrNull;
  handlerUserNo: Optional<string>;
  /** Field → its new value, and what it was once it is corrected. jsonb: write it with JSON.stringify. */
  corrections: ColumnType<unknown, string | null | undefined, string | null>;
  objectionScope: Optional<'MARKETING' | 'ALL'>;
  copyJobNo: Optional<string>;
  submittedBy: Optional<string>;
  answer: Optional<string>;
  createdBy: string;
  createdAt: InstantDefault;
  closedAt: InstantOrNull;
  version: Generated<number>;
}

export interface DataRequestEventTable {
  eventId: GeneratedAlways<number>;
  requestNo: Fixed<string>;
  command: Fixed<string>;
  fromStatus: FixedOptional<DataRequestStatus>;
  toStatus: Fixed<DataRequestStatus>;
  userNo: FixedOptional<string>;
  note: FixedOptional<string>;
  at: ColumnType<Date, Date | undefined, never>;
}

export interface DataErasureTable {
  requestNo: Fixed<string>;
  customerNo: Fixed<string>;
  content: Fixed<string>;
  proofHash: Fixed<string>;
  makerUserNo: Fixed<string>;
  checkerUserNo: Fixed<string>;
  erasedAt: Instant;
}

interface ErasedFileTable {
  /** Where the bytes lie in the file store. */
  storeKey: Fixed<string>;
  contentHash: FixedOptional<string>;
  erasedAt: InstantDefault;
  /** When the bytes went, or were found to be somebody else's too. */
  settledAt: InstantOrNull;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    erasedFile: ErasedFileTable;
    dataRequest: DataRequestTable;
    dataRequestEvent: DataRequestEventTable;
    dataErasure: DataErasureTable;
  }
}
