import type { GeneratedAlways } from 'kysely';
import type { FixedOptional, Instant, InstantDefault } from '../../../db/column-types.ts';

interface ChannelEventTable {
  eventId: GeneratedAlways<number>;
  channelCode: string;
  merchantNo: string;
  eventKind: 'CLICK' | 'REGISTRATION' | 'APPLICATION';
  customerNo: FixedOptional<string>;
  orderNo: FixedOptional<string>;
  /** At the price of the moment. */
  costCents: number;
  /** EAT. */
  bizDate: string;
  at: InstantDefault;
}

interface ChannelOwnerTable {
  ruleId: string;
  userNo: string;
  since: Instant;
}

/** A channel that changed hands, with what the successor is to know. */
interface ChannelHandoverTable {
  handoverId: GeneratedAlways<number>;
  ruleId: string;
  fromUserNo: string;
  toUserNo: string;
  byUserNo: string;
  reason: string;
  spentCents: number;
  dailyBudgetCents: number;
  dailyCap: number;
  firstOverduePercent: number | null;
  at: Instant;
  acceptedAt: Instant | null;
}

interface ChannelNowView {
  ruleId: string;
  merchantNo: string;
  ruleStatus: string;
  value: unknown;
  channelCode: string;
  ownerUserNo: string | null;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    channelEvent: ChannelEventTable;
    channelOwner: ChannelOwnerTable;
    channelHandover: ChannelHandoverTable;
    channelNow: ChannelNowView;
  }
}
