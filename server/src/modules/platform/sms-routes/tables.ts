import type { messageNodes, smsAccount, smsRoutes } from '@kituo/sdk/contracts';
import type { Generated, GeneratedAlways } from 'kysely';
import type * as z from 'zod/mini';
import type { InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

interface SmsAccountTable {
  accountCode: string;
  provider: z.output<typeof smsAccount.smsProvider>;
  senderId: string;
  endpointUrl: Optional<string>;
  userName: Optional<string>;
  /** Sealed for this account. */
  sealedKey: Optional<Buffer>;
  unitPriceCents: number;
  /** As the provider said then. */
  balanceCents: Optional<number>;
  balanceAt: InstantOrNull;
  isEnabled: Generated<boolean>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface SmsRouteTable {
  routeNo: Generated<string>;
  smsKind: z.output<typeof messageNodes.smsKind>;
  merchantNo: Optional<string>;
  network: Optional<smsRoutes.MobileNetwork>;
  subjectNo: GeneratedAlways<string>;
  isPaused: Generated<boolean>;
  /** Until then its failover account goes first. */
  failoverUntil: InstantOrNull;
  createdBy: string;
  createdAt: InstantDefault;
  version: Generated<number>;
}

/** A view: each route as it is at this moment. */
interface SmsRouteNowTable extends SmsRouteTable {
  /** Null while no version is in force. */
  value: Record<string, unknown> | null;
  versionNo: number | null;
  routeStatus: smsRoutes.RouteStatus;
  hasOpenVersion: boolean;
}

export type SendingOutcome = 'SENT' | 'UNAVAILABLE' | 'REFUSED' | 'INVALID' | 'UNKNOWN';
export type SendingSource = 'MESSAGE' | 'CONTACT' | 'TEST';

/** One try to send one message by one account. */
interface SmsSendingTable {
  sendingId: GeneratedAlways<number>;
  at: InstantDefault;
  routeNo: string;
  accountCode: string;
  source: SendingSource;
  sourceNo: string;
  outcome: SendingOutcome;
  reference: Optional<string>;
  costCents: Generated<number>;
  fault: Optional<string>;
  delivery: Optional<'SENT' | 'DELIVERED' | 'FAILED'>;
  /** When that was, where the provider says. */
  vendorAt: InstantOrNull;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    smsAccount: SmsAccountTable;
    smsRoute: SmsRouteTable;
    smsRouteNow: SmsRouteNowTable;
    smsSending: SmsSendingTable;
  }
}
