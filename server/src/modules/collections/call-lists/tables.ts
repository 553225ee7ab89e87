import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  callActivity,
  callList,
  callOption,
  callTask,
  followApproval,
  inboundConfig,
  marketingBlacklist,
} from '@kituo/sdk/contracts';
import type { Fixed, FixedOptional, InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

export type Desk = 'TELEMARKETING' | 'SERVICE';
/** Telemarketing ends as CONVERTED or ABANDONED, customer service as SELF_RETURNED or DONE. */
export type EntryStatus = 'POOL' | 'ASSIGNED' | 'CONVERTED' | 'ABANDONED' | 'SELF_RETURNED' | 'DONE';

/** A phone, for one target, in one batch. */
export interface CallEntryTable {
  entryId: Generated<string>;
  desk: Desk;
  merchantNo: string;
  phone: string;
  batchNo: Optional<string>;
  listType: string;
  /** Empty on the service desk. */
  marketingTarget: Generated<string>;
  optInSource: Optional<string>;
  optInAt: InstantOrNull;
  recommendedProductNo: Optional<string>;
  /** A partner's, in its place. */
  marketProductNo: Optional<string>;
  recommendedAmountCents: Optional<number>;
  userGroupNo: Optional<string>;
  listStatus: Generated<EntryStatus>;
  followStatus: Generated<callList.FollowStatus>;
  willingness: Optional<callList.Willingness>;
  ownerUserNo: Optional<string>;
  assignedAt: InstantOrNull;
  /** Until then the owner keeps it. */
  protectedUntil: InstantOrNull;
  /** Calls since it came, or was recycled. */
  callCount: Generated<number>;
  lastCallAt: InstantOrNull;
  nextCallAt: InstantOrNull;
  expireAt: InstantOrNull;
  recycleCount: Generated<number>;
  /** Why it had been abandoned, and when it was recycled last. */
  recycledFor: Optional<callList.AbandonReason>;
  recycledAt: InstantOrNull;
  abandonReason: Optional<callList.AbandonReason>;
  abandonedBy: Optional<string>;
  abandonedAt: InstantOrNull;
  recyclableAt: InstantOrNull;
  leasedBy: Optional<string>;
  leasedUntil: InstantOrNull;
  /** Of the service desk. */
  appName: Optional<string>;
  lastLoginAt: InstantOrNull;
  createdAt: InstantDefault;
  version: Generated<number>;
}

/** Whose an entry was from when on, and why. */
interface CallAssignmentTable {
  assignmentId: GeneratedAlways<number>;
  entryId: Fixed<string>;
  userNo: FixedOptional<string>;
  cause: Fixed<string>;
  byUserNo: FixedOptional<string>;
  note: FixedOptional<string>;
  at: ColumnType<Date, Date | undefined, never>;
}

interface CallFollowUpTable {
  followUpId: GeneratedAlways<number>;
  entryId: FixedOptional<string>;
  orderNo: FixedOptional<string>;
  taskNo: FixedOptional<string>;
  userNo: Fixed<string>;
  willingness: FixedOptional<callList.Willingness>;
  content: Fixed<string>;
  nextCallAt: FixedOptional<Date>;
  doNotCall: ColumnType<boolean, boolean | undefined, never>;
  at: ColumnType<Date, Date | undefined, never>;
}

/** A call or SMS of an entry or an order; what became of it stands with the attempt. */
interface CallMadeTable {
  attemptId: Fixed<number>;
  entryId: FixedOptional<string>;
  orderNo: FixedOptional<string>;
  taskNo: FixedOptional<string>;
  userNo: Fixed<string>;
  isRefused: ColumnType<boolean, boolean | undefined, never>;
  at: ColumnType<Date, Date | undefined, never>;
}

interface CallImportTable {
  importNo: Generated<string>;
  desk: Desk;
  importType: 'FILE' | 'CIRCLE_PEOPLE' | 'BLACKLIST';
  merchantNo: Optional<string>;
  batchNo: GeneratedAlways<string>;
  listType: Optional<string>;
  marketingTarget: Optional<string>;
  userGroupNo: Optional<string>;
  jobNo: string;
  /** Of an import of a file. */
  fileName: Optional<string>;
  fileHash: Optional<string>;
  totalCount: Generated<number>;
  successCount: Generated<number>;
  failCount: Generated<number>;
  importResult: Optional<'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILURE'>;
  operatorUserNo: string;
  startedAt: InstantDefault;
  finishedAt: InstantOrNull;
  withdrawnAt: InstantOrNull;
  version: Generated<number>;
}

interface CallOptionTable {
  optionId: GeneratedAlways<number>;
  optionType: callOption.OptionType;
  code: string;
  /** jsonb: write it with JSON.stringify. */
  optionNames: ColumnType<Record<string, string>, string, string>;
  sort: number;
  /** jsonb: write it with JSON.stringify. */
  rule: ColumnType<callOption.OptionRule, string | undefined, string>;
  isEnabled: Generated<boolean>;
  remark: Optional<string>;
  updatedBy: Optional<string>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface MarketingBlacklistTable {
  blacklistNo: Generated<string>;
  phone: string;
  blacklistReason: marketingBlacklist.BlacklistReason;
  channels: marketingBlacklist.BlacklistChannel[];
  blacklistSource: marketingBlacklist.BlacklistSource;
  /** Null for good. */
  expireAt: InstantOrNull;
  remark: Optional<string>;
  rowStatus: Generated<'ACTIVE' | 'DELETE_PENDING' | 'DELETED'>;
  createdBy: Optional<string>;
  createdAt: InstantDefault;
  deleteRequestedBy: Optional<string>;
  deleteReason: Optional<string>;
  voucherIds: Generated<string[]>;
  decidedBy: Optional<string>;
  decidedAt: InstantOrNull;
  version: Generated<number>;
}

/** People to call one after the other, by whom, when and how often. */
export interface CallTaskTable {
  taskNo: Generated<string>;
  desk: Desk;
  merchantNo: string;
  taskName: string;
  taskStatus: Generated<callTask.TaskStatus>;
  /** Why it paused without anybody. */
  pausedFor: Optional<'NOBODY_ON_SHIFT'>;
  purpose: 'SERVICE' | 'MARKETING';
  /** jsonb: write it with JSON.stringify. */
  source: ColumnType<callTask.TaskSource, string, string>;
  userNos: string[];
  dialMode: 'CLICK' | 'AUTO_NEXT';
  /** Null: the browser where there is an exchange for it. */
  callChannel: Optional<'BROWSER' | 'EXTENSION'>;
  hoursFrom: string;
  hoursTo: string;
  maxAttempts: number;
  retryMinutes: number;
  /** A code of SCRIPT_TAG. */
  scriptTag: Optional<string>;
  script: Optional<string>;
  validFrom: string;
  validTo: string;
  createdBy: string;
  createdAt: InstantDefault;
  version: Generated<number>;
}

interface CallTaskEntryTable {
  taskNo: string;
  entryId: string;
  itemStatus: Generated<'WAITING' | 'DONE' | 'REFUSED'>;
  /** Who alone works on it; null for all of the task. */
  userNo: Optional<string>;
  attempts: Generated<number>;
  gateRefusals: Generated<number>;
  willingness: Optional<callList.Willingness>;
  nextAt: InstantOrNull;
  workedBy: Optional<string>;
  workedAt: InstantOrNull;
}

interface InboundRuleTable {
  ruleNo: Generated<string>;
  merchantNo: string;
  attributionDays: number;
  minTalkSeconds: number;
  tieBreak: inboundConfig.RuleRow['tieBreak'];
  protectionDays: number;
  autoDistribute: Generated<boolean>;
  /** CUSTOMER_STATUS_GROUP of those who are assigned automatically. */
  customerStatuses: Generated<callList.EntryRow['customerStatus'][]>;
  /** Open at once; null: the daily limit alone. */
  maxEntriesPerPerson: Optional<number>;
  /** EAT. */
  effectiveFrom: string;
  ruleState: Generated<inboundConfig.RuleRow['ruleState']>;
  makerUserNo: string;
  checkerUserNo: Optional<string>;
  decisionReason: Optional<string>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface CallActivityTable {
  activityNo: Generated<string>;
  merchantNo: string;
  activityName: string;
  marketingTargets: string[];
  /** EAT, both days included. */
  periodFrom: string;
  periodTo: string;
  incomingBonusCents: number;
  loanBonusCents: number;
  /** Given with an application that counts for it; null: none. */
  couponTemplateNo: Optional<string>;
  /** jsonb: write it with JSON.stringify. */
  monthSteps: ColumnType<callActivity.MonthStep[], string | undefined, string>;
  activityState: Generated<inboundConfig.RuleRow['ruleState']>;
  makerUserNo: string;
  checkerUserNo: Optional<string>;
  decisionReason: Optional<string>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface FollowApplicationTable {
  applyNo: Generated<string>;
  applyType: followApproval.ApplyRow['applyType'];
  merchantNo: string;
  entryId: Optional<string>;
  orderNo: Optional<string>;
  currentOwnerNo: Optional<string>;
  applicantUserNo: string;
  reason: string;
  approvalStatus: Generated<followApproval.ApplyRow['approvalStatus']>;
  approverUserNo: Optional<string>;
  decisionRemark: Optional<string>;
  appliedAt: InstantDefault;
  decidedAt: InstantOrNull;
  /** The principal whose turn it is; null: everybody who may decide. */
  awaitsUserNo: Optional<string>;
  awaitsSince: InstantOrNull;
  /** When whom it was decided against read it. */
  lossReadAt: InstantOrNull;
  version: Generated<number>;
}

/** Whose call an order came from. */
interface OrderAttributionTable {
  orderNo: string;
  merchantNo: string;
  userNo: string;
  attributedBy: 'RULE' | 'APPROVAL';
  ruleNo: Optional<string>;
  applyNo: Optional<string>;
  /** What it counts for. */
  activityNo: Optional<string>;
  /** What the customer got for it. */
  couponNo: Optional<string>;
  firstCallAt: InstantOrNull;
  attributedAt: InstantDefault;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    callEntry: CallEntryTable;
    callAssignment: CallAssignmentTable;
    callFollowUp: CallFollowUpTable;
    callMade: CallMadeTable;
    callImport: CallImportTable;
    callOption: CallOptionTable;
    marketingBlacklist: MarketingBlacklistTable;
    inboundRule: InboundRuleTable;
    callActivity: CallActivityTable;
    followApplication: FollowApplicationTable;
    orderAttribution: OrderAttributionTable;
    callTask: CallTaskTable;
    callTaskEntry: CallTaskEntryTable;
  }
}
