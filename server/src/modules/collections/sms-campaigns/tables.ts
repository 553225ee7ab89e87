import type { smsMarketingTask } from '@kituo/sdk/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type * as z from 'zod/mini';
import type { Instant, InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

export type ArmName = 'A' | 'B' | 'C';
type SmsSkip = z.output<typeof smsMarketingTask.smsSkip>;
type RecipientStatus = z.output<typeof smsMarketingTask.recipientStatus>;

export interface SmsMarketingTaskTable {
  taskNo: Generated<string>;
  merchantNo: string;
  taskName: string;
  audienceType: ColumnType<
    smsMarketingTask.TaskRow['audienceType'],
    smsMarketingTask.TaskRow['audienceType'] | undefined,
    smsMarketingTask.TaskRow['audienceType']
  >;
  userGroupNo: Optional<string>;
  batchNo: Optional<string>;
  /** Of a filter. */
  audienceRules: ColumnType<unknown, string | null | undefined, string | null>;
  audienceCount: number;
  holdOutPercent: number;
  scheduledAt: Instant;
  ratePerMinute: number;
  budgetCents: number;
  estimatedCostCents: number;
  /** Of the budget: what messages cost, at the usual price where the gateway has not said. */
  spentCents: Generated<number>;
  attributionDays: number;
  /** Each person in the hour in which they answered most often. */
  byCustomerHour: Generated<boolean>;
  /** What texts call {{link}} and {{validUntil}}. */
  linkUrl: Optional<string>;
  validUntil: Optional<string>;
  taskStatus: ColumnType<
    smsMarketingTask.TaskRow['status'],
    smsMarketingTask.TaskRow['status'] | undefined,
    smsMarketingTask.TaskRow['status']
  >;
  fault: Optional<string>;
  createdBy: string;
  approvedBy: Optional<string>;
  startedAt: InstantOrNull;
  endedAt: InstantOrNull;
  version: Generated<number>;
}

interface SmsMarketingArmTable {
  taskNo: string;
  arm: ArmName;
  templateNo: string;
  sharePercent: number;
}

export interface SmsMarketingRecipientTable {
  recipientId: GeneratedAlways<number>;
  taskNo: string;
  customerNo: string;
  phone: string;
  /** Null: held out, or skipped before it was drawn. */
  arm: ArmName | null;
  recipientStatus: ColumnType<RecipientStatus, RecipientStatus | undefined, RecipientStatus>;
  skippedFor: Optional<SmsSkip>;
  refusals: Generated<number>;
  /** Not before. */
  nextAt: InstantOrNull;
  attemptId: Optional<number>;
  /** Null: sent by no marketing route. */
  routeNo: Optional<string>;
  segments: Generated<number>;
  costCents: Generated<number>;
  /** Whether the cost is the gateway's own word. */
  isPriced: Generated<boolean>;
  /** The gateway's code of a failure. */
  providerCode: Optional<string>;
  sentAt: InstantOrNull;
}

/** Texts of AI pushes: whom they went to is kept there. */
interface MarketingRouteUseTable {
  attemptId: number;
  routeNo: string;
  segments: number;
  sentAt: Instant;
}

interface SmsMarketingPhoneTable {
  taskNo: string;
  phone: string;
}

interface OptOutLinkTable {
  token: string;
  merchantNo: string;
  phone: string;
  createdAt: InstantDefault;
  usedAt: InstantOrNull;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    smsMarketingTask: SmsMarketingTaskTable;
    smsMarketingArm: SmsMarketingArmTable;
    smsMarketingRecipient: SmsMarketingRecipientTable;
    marketingRouteUse: MarketingRouteUseTable;
    smsMarketingPhone: SmsMarketingPhoneTable;
    optOutLink: OptOutLinkTable;
  }
}
