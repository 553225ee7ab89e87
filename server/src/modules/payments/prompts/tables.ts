import type { Generated } from 'kysely';
import type { InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

/** What a customer was asked on the phone to pay. */
export interface PaymentPromptTable {
  promptNo: Generated<string>;
  merchantNo: string;
  customerNo: string;
  orderNo: string;
  billNo: Optional<string>;
  caseNo: Optional<string>;
  phone: string;
  amountCents: number;
  /** The order's repayment code: its confirmation finds the order by it. */
  accountReference: string;
  promptStatus: Generated<'CREATED' | 'SENT' | 'PAID' | 'FAILED' | 'UNKNOWN' | 'EXPIRED'>;
  /** The channel's number of it; null where its answer was lost. */
  requestId: Optional<string>;
  resultCode: Optional<string>;
  resultText: Optional<string>;
  /** The receipt, where the callback named one. */
  paymentCode: Optional<string>;
  attemptId: number;
  /** Null where the customer asked, by a link. */
  madeBy: Optional<string>;
  linkNo: Optional<string>;
  /** One press of the button on the link's page. */
  requestKey: Optional<string>;
  createdAt: InstantDefault;
  sentAt: InstantOrNull;
  askedAt: InstantOrNull;
  finishedAt: InstantOrNull;
  version: Generated<number>;
}

/** An address by which a customer pays for a loan, until 23:59 EAT. */
export interface PaymentLinkTable {
  linkNo: Generated<string>;
  merchantNo: string;
  customerNo: string;
  orderNo: string;
  billNo: Optional<string>;
  caseNo: Optional<string>;
  /** The receiving account whose bounds it was made within. */
  accountId: string;
  amountCents: number;
  keyId: string;
  expiresAt: InstantDefault;
  linkStatus: Generated<'OPEN' | 'PAID' | 'REVOKED'>;
  madeBy: string;
  createdAt: InstantDefault;
  sentAt: InstantOrNull;
  paidAt: InstantOrNull;
  revokedBy: Optional<string>;
  revokedAt: InstantOrNull;
  version: Generated<number>;
}

/** Tables of payment prompts and links; `Schema` extends this. */
declare module '../../../db/schema.ts' {
  interface Schema {
    paymentLink: PaymentLinkTable;
    paymentPrompt: PaymentPromptTable;
  }
}
