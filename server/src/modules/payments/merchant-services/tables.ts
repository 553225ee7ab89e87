import type { merchantService, orderAcquire } from '@kituo/sdk/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type * as z from 'zod/mini';
import type { InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

export interface MerchantServiceTable {
  merchantNo: string;
  services: merchantService.ServiceRow['services'];
  billingModel: 'PREPAID' | 'CREDIT';
  callbackUrl: string | null;
  ipAllowList: string[];
  contactPhone: string;
  contactEmail: string;
  alarmAtCents: number | null;
  maturityCode: Optional<string>;
  serviceStatus: Generated<'ENABLED' | 'DISABLED'>;
  /** When the address of now answered a signed test. */
  callbackPassedAt: InstantOrNull;
  /** Since an event was given up; null again once anything was delivered. */
  callbackFailingSince: InstantOrNull;
  lastCallAt: InstantOrNull;
  version: Generated<number>;
}

export interface MerchantApiKeyTable {
  keyId: Generated<string>;
  merchantNo: string;
  /** SHA-256 of the secret, in hex; it is also the key of the signatures. */
  keyHash: string;
  keyTail: string;
  createdBy: string;
  createdAt: InstantDefault;
  /** Null for the one in use. */
  validUntil: InstantOrNull;
}

export interface MerchantCallbackTable {
  callbackId: GeneratedAlways<number>;
  merchantNo: string;
  event: string;
  url: string;
  sentAt: InstantDefault;
  tookMs: number;
  replyStatus: number | null;
  fault: string | null;
  /** Null for a test of the address. */
  eventNo: Optional<string>;
  attemptNo: Optional<number>;
  /** Who resent it; null where it was the schedule. */
  requestedBy: Optional<string>;
  replyExcerpt: Optional<string>;
}

export interface MerchantEventTable {
  eventNo: Generated<string>;
  merchantNo: string;
  event: string;
  subjectNo: string;
  data: ColumnType<Record<string, unknown>, string, string>;
  deliveryStatus: Generated<z.output<typeof orderAcquire.deliveryStatus>>;
  createdAt: InstantDefault;
  attempts: Generated<number>;
  /** Those of the schedule. */
  automaticAttempts: Generated<number>;
  /** Null once it is over. */
  nextAttemptAt: InstantOrNull;
  /** A process is sending it; past that, the process died. */
  leaseUntil: InstantOrNull;
  /** Who requested the next attempt. */
  requestedBy: Optional<string>;
  deliveredAt: InstantOrNull;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    merchantService: MerchantServiceTable;
    merchantApiKey: MerchantApiKeyTable;
    merchantCallback: MerchantCallbackTable;
    merchantEvent: MerchantEventTable;
  }
}
