import type { GeneratedAlways } from 'kysely';
import type { FixedOptional, InstantDefault } from '../../../db/column-types.ts';

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

declare module '../../../db/schema.ts' {
  interface Schema {
    channelEvent: ChannelEventTable;
  }
}
