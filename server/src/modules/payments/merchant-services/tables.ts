import type { merchantService } from '@kituo/sdk/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type InstantDefault = ColumnType<Date, Date | undefined, Date>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface MerchantServiceTable {
  merchantNo: string;
  services: merchantService.ServiceRow['services'];
  billingModel: 'PREPAID' | 'CREDIT';
  callbackUrl: string | null;
  ipAllowList: string[];
  contactPhone: string;
  contactEmail: string;
  alarmAtCents: number | null;
  serviceStatus: Generated<'ENABLED' | 'DISABLED'>;
  /** When the address of now answered a signed test. */
  callbackPassedAt: InstantOrNull;
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
}

declare module '../../../db/schema.ts' {
  interface Schema {
    merchantService: MerchantServiceTable;
    merchantApiKey: MerchantApiKeyTable;
    merchantCallback: MerchantCallbackTable;
  }
}
