import type { smsRoutes, verificationCode } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

export interface VerificationCodeTable {
  codeNo: Generated<string>;
  codePurpose: verificationCode.CodePurpose;
  /** Null for staff, who belong to no merchant. */
  merchantNo: Optional<string>;
  userNo: Optional<string>;
  channel: 'SMS' | 'EMAIL';
  destination: string;
  network: Optional<smsRoutes.MobileNetwork>;
  language: 'en' | 'sw' | 'zh';
  codeHash: Buffer;
  /** Null once it is over. */
  codeSealed: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  address: string;
  /** Of the address, where the network named it. */
  city: Optional<string>;
  isTest: Generated<boolean>;
  createdAt: InstantDefault;
  sentAt: InstantDefault;
  expiresAt: Instant;
  attempts: Generated<number>;
  usedAt: InstantOrNull;
  replacedAt: InstantOrNull;
  lastMessageNo: Optional<string>;
  version: Generated<number>;
}

interface VerificationSendTable {
  sendId: Generated<number>;
  codeNo: string;
  messageNo: string;
  channel: 'SMS' | 'EMAIL';
  destination: string;
  /** Null where the person asked for it. */
  sentBy: Optional<string>;
  sentAt: InstantDefault;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    verificationCode: VerificationCodeTable;
    verificationSend: VerificationSendTable;
  }
}
