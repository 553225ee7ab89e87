import type { collectorPause, poolDivision } from '@kituo/sdk/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Fixed<T> = ColumnType<T, T, never>;
type FixedOptional<T> = ColumnType<T | null, T | null | undefined, never>;
type FixedInstant = ColumnType<Date, Date | undefined, never>;

export type CaseScope = 'ORDER' | 'BILL';
export type CaseStatus = 'POOL' | 'COLLECTING' | 'RETAINED' | 'BAD_DEBT_POOL' | 'CLOSED';
export type CaseLevelName = 'S0' | 'S1' | 'S2' | 'S3' | 'S4' | 'S5';
export type OutReason = 'SETTLED' | 'ROLLED_OVER' | 'VOID';
export type PromiseStatus = 'OPEN' | 'KEPT' | 'BROKEN' | 'CANCELLED';

export interface CollectionCaseTable {
  caseNo: Generated<string>;
  /** As the order's `collectionScope` was when it was disbursed. */
  caseScope: CaseScope;
  orderNo: string;
  merchantNo: string;
  customerNo: string;
  caseStatus: Generated<CaseStatus>;
  caseLevel: CaseLevelName;
  /** The desk that works it: the level at which it was last assigned. */
  collectionLevel: CaseLevelName;
  /** Of the open assignment; the database holds the two together. */
  collectorUserNo: Optional<string>;
  /** EAT: the due date of its oldest bill that is not final, of which the days past due are derived. */
  oldestDueOn: string;
  statusBeforeBadDebt: Optional<'COLLECTING' | 'RETAINED'>;
  badDebtReason: Optional<string>;
  badDebtRemark: Optional<string>;
  badDebtEvidence: Generated<string[]>;
  badDebtEnteredAt: InstantOrNull;
  badDebtEnteredBy: Optional<string>;
  openedAt: InstantDefault;
  closedAt: InstantOrNull;
  outReason: Optional<OutReason>;
  dpdAtOut: Optional<number>;
  dueAtEntryCents: number;
  followUpCount: Generated<number>;
  lastFollowUpAt: InstantOrNull;
  lastActionCode: Optional<string>;
  lastOverdueReason: Optional<string>;
  nextFollowUpAt: InstantOrNull;
  /** EAT: the day for which the level was last reckoned. */
  levelledOn: string;
  version: Generated<number>;
}

export interface CaseBillTable {
  caseNo: string;
  billNo: string;
  enteredAt: InstantDefault;
  /** False once the case is closed. */
  isOpen: Generated<boolean>;
}

/** A step of the end of day that was done for a bill. */
export interface BillStepTable {
  billNo: Fixed<string>;
  businessDate: Fixed<string>;
  step: Fixed<'CASE'>;
  doneAt: FixedInstant;
}

export type AssignmentCause = 'DISTRIBUTED' | 'DIVIDED' | 'REDISTRIBUTED' | 'RESTORED' | 'TAKEN_OVER' | 'LEFT_BAD_DEBT';

/** Append-only: an assignment is ended once and else kept as it is. */
export interface CaseAssignmentTable {
  assignmentId: GeneratedAlways<number>;
  caseNo: Fixed<string>;
  userNo: Fixed<string>;
  cause: Fixed<AssignmentCause>;
  caseLevel: Fixed<CaseLevelName>;
  /** Null for the division by rules. */
  assignedBy: FixedOptional<string>;
  assignedAt: FixedInstant;
  reason: FixedOptional<string>;
  /** As the policy was called that chose; null for a person, or where no policy spoke of the case. */
  policyName: FixedOptional<string>;
  /** The item of the policy's run that it belongs to; null where no policy chose. */
  runItemId: FixedOptional<number>;
  /** Why a division by rules chose this person; null where a person did. */
  why: FixedOptional<poolDivision.WhyGiven>;
  whyFacts: ColumnType<poolDivision.GivenFacts | null, string | null | undefined, never>;
  /** The assignment that comes back when this one is cancelled. */
  previousId: FixedOptional<number>;
  endedAt: InstantOrNull;
  endedBy: Optional<string>;
  endCause: Optional<string>;
}

/** Cases that a run of a policy found nobody for. Append-only. */
export interface DivisionLeftTable {
  itemId: Fixed<number>;
  caseLevel: Fixed<CaseLevelName>;
  why: Fixed<poolDivision.WhyLeft>;
  caseNos: Fixed<string[]>;
}

export interface CaseEventTable {
  eventId: GeneratedAlways<number>;
  caseNo: Fixed<string>;
  command: Fixed<string>;
  fromStatus: FixedOptional<CaseStatus>;
  toStatus: Fixed<CaseStatus>;
  caseLevel: Fixed<CaseLevelName>;
  userNo: FixedOptional<string>;
  reason: FixedOptional<string>;
  at: FixedInstant;
}

export interface CaseFollowUpTable {
  followUpId: GeneratedAlways<number>;
  caseNo: Fixed<string>;
  contactPerson: Fixed<'BORROWER' | 'GUARANTOR'>;
  contactChannel: Fixed<'CALL' | 'SMS' | 'ROBOT' | 'EMAIL' | 'NONE'>;
  actionCode: Fixed<string>;
  overdueReason: FixedOptional<string>;
  nextFollowUpAt: ColumnType<Date | null, Date | string | null | undefined, never>;
  email: FixedOptional<string>;
  remark: Fixed<string>;
  caseLevel: Fixed<CaseLevelName>;
  /** Null for what the robot writes. */
  userNo: FixedOptional<string>;
  /** The robot's call; null for what a person writes. */
  robotAttemptId: FixedOptional<number>;
  at: FixedInstant;
}

/** When a collector was away from work, in the words of PAUSE_REASON. */
export interface CollectorPauseTable {
  pauseId: GeneratedAlways<number>;
  userNo: Fixed<string>;
  pauseReason: Fixed<collectorPause.PauseReason>;
  beganAt: ColumnType<Date, Date, never>;
  endedAt: InstantOrNull;
}

/** What of a collection system a collector works; no row: all, as the record says. */
export interface CollectorSettingsTable {
  userNo: Fixed<string>;
  caseScope: Fixed<CaseScope>;
  caseLevels: ColumnType<CaseLevelName[], string[] | undefined, string[]>;
  productNos: ColumnType<string[], string[] | undefined, string[]>;
  billCap: Optional<number>;
  amountCapCents: Optional<number>;
  joinAutoAllot: Optional<boolean>;
  firstLoanWhitelist: Optional<boolean>;
  updatedBy: string;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

/** A share of an AI employee that a night lowered. */
export interface AiShareCutTable {
  ruleId: string;
  versionNo: number;
  sharePercent: number;
  /** What it recovered, in percent of what people would have. */
  ofPeoplePercent: number;
  loweredAt: Fixed<Date>;
}

export interface PromiseToPayTable {
  promiseNo: Generated<string>;
  caseNo: string;
  orderNo: string;
  merchantNo: string;
  amountCents: number;
  /** EAT: kept by what is paid to the end of that day. */
  promisedOn: string;
  promiseChannel: string;
  promiseStatus: Generated<PromiseStatus>;
  caseLevel: CaseLevelName;
  madeBy: string;
  madeAt: InstantDefault;
  decidedAt: InstantOrNull;
  /** Null where a payment or the end of day decided. */
  decidedBy: Optional<string>;
  /** What was paid against it when it was decided. */
  paidCents: Optional<number>;
  reason: Optional<string>;
}

/** Where a person said they are not to be called, or must not be. */
type BlockScope = 'NO_CALL' | 'NO_SMS' | 'ALL' | 'NOT_A_CONTACT';
type BlockSource = 'MANUAL' | 'IMPORT';

export interface ContactBlockTable {
  blockId: GeneratedAlways<number>;
  blockKind: Fixed<
    'DO_NOT_CALL' | 'DISPUTE' | 'DEATH' | 'OPT_OUT' | 'OBJECTED' | 'WRONG_NUMBER' | 'OFFICIAL' | 'COMPLAINT'
  >;
  /** A number, or a customer with every number they have. */
  phone: FixedOptional<string>;
  customerNo: FixedOptional<string>;
  note: FixedOptional<string>;
  /** In whose books it was set; a block of a customer may do without. */
  merchantNo: FixedOptional<string>;
  setBy: FixedOptional<string>;
  setAt: FixedInstant;
  /** Which channels it shuts. */
  blockScopes: ColumnType<BlockScope[], BlockScope[] | undefined, never>;
  /** Null for good. */
  expiresAt: ColumnType<Date | null, Date | null | undefined, never>;
  /** The complaint that it follows. */
  feedbackNo: FixedOptional<string>;
  blockSource: ColumnType<BlockSource, BlockSource | undefined, never>;
  /** The consent, or what else says that it no longer stands. */
  liftVoucherIds: Optional<string[]>;
  version: Generated<number>;
  liftedAt: InstantOrNull;
  liftedBy: Optional<string>;
}

/** Who beside the customer may be contacted about a customer, and who agreed to marketing. */
export interface ContactPartyTable {
  partyId: GeneratedAlways<number>;
  partyKind: 'GUARANTOR' | 'LEAD';
  /** The customer a guarantor stands for; null for a lead. */
  customerNo: Optional<string>;
  merchantNo: string;
  phone: string;
  partyName: string;
  consentVoucherIds: Generated<string[]>;
  version: Generated<number>;
  /** Null: has not agreed. */
  consentedAt: InstantOrNull;
  withdrawnAt: InstantOrNull;
}

export type ContactPurpose =
  | 'COLLECTION'
  | 'REVIEW'
  | 'SERVICE'
  | 'TELEMARKETING'
  | 'MARKETING'
  | 'REQUESTED'
  /** A code that somebody has just asked for, customer or not yet. */
  | 'VERIFICATION';
export type ContactChannel = 'CALL' | 'SMS' | 'ROBOT';
export type ContactPartyKind = 'BORROWER' | 'APPLICANT' | 'GUARANTOR' | 'LEAD';

/** Everyone we tried to reach, or were kept from trying. Append-only, a partition a month. */
export interface ContactAttemptTable {
  attemptId: ColumnType<number, number | undefined, never>;
  attemptedAt: Fixed<Date>;
  phone: Fixed<string>;
  purpose: Fixed<ContactPurpose>;
  channel: Fixed<ContactChannel>;
  partyKind: FixedOptional<ContactPartyKind>;
  customerNo: FixedOptional<string>;
  merchantNo: FixedOptional<string>;
  orderNo: FixedOptional<string>;
  caseNo: FixedOptional<string>;
  userNo: FixedOptional<string>;
  /** Null: the gate was open. */
  refusedFor: FixedOptional<string>;
  nextAllowedAt: FixedOptional<Date>;
  templateCode: FixedOptional<string>;
  content: FixedOptional<string>;
}

/** What became of an attempt, as a gateway told it. */
export interface ContactResultTable {
  resultId: GeneratedAlways<number>;
  attemptId: Fixed<number>;
  /** The gateway's number of the message or call. */
  reference: FixedOptional<string>;
  outcome: Fixed<string>;
  talkSeconds: FixedOptional<number>;
  /** Of a robot's call: until somebody answered, how often both spoke, and who ended it. */
  ringSeconds: FixedOptional<number>;
  rounds: FixedOptional<number>;
  hungUpBy: FixedOptional<'CUSTOMER' | 'ROBOT'>;
  willingness: FixedOptional<string>;
  recordingUrl: FixedOptional<string>;
  costCents: FixedOptional<number>;
  /** Why it failed, by the gateway's own code. */
  providerCode: FixedOptional<string>;
  /** When it was, by the clock of a gateway that says so of a message. */
  vendorAt: ColumnType<Date | null, Date | null | undefined, never>;
  /** Of a message: it took the place of another end. */
  correctsEnd: ColumnType<boolean, boolean | undefined, never>;
  at: FixedInstant;
}

/** A gateway's number of a message or call → our attempt. */
export interface ContactReferenceTable {
  gateway: Fixed<'SMS' | 'VOICE' | 'ROBOT'>;
  reference: Fixed<string>;
  attemptId: Fixed<number>;
  at: FixedInstant;
}

/** What a gateway has still to take; `payload` is the text of an SMS or who speaks in a call. */
export interface ContactDispatchTable {
  attemptId: number;
  channel: ContactChannel;
  phone: string;
  payload: ColumnType<unknown, string, string>;
  dispatchStatus: Generated<'QUEUED' | 'SENDING' | 'SENT' | 'REFUSED' | 'UNKNOWN'>;
  fault: Optional<string>;
  queuedAt: InstantDefault;
  beganAt: InstantOrNull;
  finishedAt: InstantOrNull;
  /** When the robot was last asked about one in doubt. */
  askedAt: InstantOrNull;
  /** Its route takes it no earlier. */
  notBefore: InstantOrNull;
}

export interface CollectionSchema {
  contactDispatch: ContactDispatchTable;
  collectionCase: CollectionCaseTable;
  caseBill: CaseBillTable;
  billStep: BillStepTable;
  aiShareCut: AiShareCutTable;
  caseAssignment: CaseAssignmentTable;
  divisionLeft: DivisionLeftTable;
  caseEvent: CaseEventTable;
  caseFollowUp: CaseFollowUpTable;
  collectorPause: CollectorPauseTable;
  collectorSettings: CollectorSettingsTable;
  promiseToPay: PromiseToPayTable;
  contactBlock: ContactBlockTable;
  contactParty: ContactPartyTable;
  contactAttempt: ContactAttemptTable;
  contactResult: ContactResultTable;
  contactReference: ContactReferenceTable;
}
