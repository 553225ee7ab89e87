import type { robotPlan, robotTask, smsMarketingTemplate } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { aiTaskMachine } from '../../../state-machine/machines/ai-task.machine.ts';
import type { robotTaskMachine } from '../../../state-machine/machines/robot-task.machine.ts';
import type { robotPlanMachine } from './robot-plan.machine.ts';
import type { StateOf } from '../../../state-machine/index.ts';
import type {
  Fixed,
  FixedOptional,
  Instant,
  InstantDefault,
  InstantOrNull,
  Optional,
} from '../../../db/column-types.ts';

/** Sections whose calls offer something. */
export type OfferSection = 'marketing' | 'telemarketing';
export type RobotSection = 'collection' | 'collectionStage' | OfferSection;

export interface RobotTaskTable {
  taskNo: Generated<string>;
  section: RobotSection;
  merchantNo: string;
  taskName: string;
  scriptCode: string;
  voiceLanguage: 'en' | 'sw';
  /** EAT, `HH:MM:SS`. */
  dialFrom: string;
  dialTo: string;
  maxAttempts: number;
  retryGapMinutes: number;
  startAt: Instant;
  /** EAT; of a task of one day alone. */
  dialOn: Optional<string>;
  /** The plan that made it. */
  planNo: Optional<string>;
  /** Sent to whom no attempt reached. */
  smsTemplateCode: Optional<string>;
  /** Calls in the air at once; null: no limit of its own. */
  concurrency: Optional<number>;
  /** The marketing text that follows a call, and after what was heard. */
  followUpTemplateNo: Optional<string>;
  followUpLabels: Generated<string[]>;
  /** Whether the willing are listed for telemarketing. */
  handsOver: Generated<boolean>;
  /** What the offer is about. */
  scene: Optional<smsMarketingTemplate.TemplateRow['scene']>;
  /** Whose people on shift get the willing at once. */
  transferGroup: Optional<string>;
  /** The draft whose script it tries on a few of its people. */
  trialOf: Optional<string>;
  taskStatus: StateOf<typeof robotTaskMachine>;
  fault: Optional<string>;
  createdBy: string;
  approvedBy: Optional<string>;
  createdAt: InstantDefault;
  endedAt: InstantOrNull;
  version: Generated<number>;
}

export interface RobotTaskItemTable {
  taskNo: string;
  itemNo: number;
  phone: string;
  customerNo: Optional<string>;
  orderNo: Optional<string>;
  caseNo: Optional<string>;
  itemStatus: Generated<'QUEUED' | 'DIALLED' | 'DONE' | 'REFUSED' | 'LEFT_OUT'>;
  attempts: Generated<number>;
  /** Not before. */
  nextAt: InstantOrNull;
  /** The newest dial. */
  attemptId: Optional<number>;
  /** The text that followed. */
  followUpAttemptId: Optional<number>;
  /** How the call ended, what the gate said, or why the person was left out. */
  outcome: Optional<string>;
  willingness: Optional<string>;
  /** Owed by the case as the task was made. */
  dueCents: Generated<number>;
}

/** A call to a phone of staff with the script of a task. */
interface RobotTaskTrialTable {
  attemptId: Fixed<number>;
  taskNo: Fixed<string>;
  userNo: Fixed<string>;
  triedAt: Fixed<Date>;
}

/** When a task is made again, and for whom. */
export interface RobotPlanTable {
  planNo: Generated<string>;
  section: RobotSection;
  merchantNo: string;
  planName: string;
  scriptCode: string;
  voiceLanguage: 'en' | 'sw';
  /** EAT, `HH:MM:SS`. */
  dialFrom: string;
  dialTo: string;
  maxAttempts: number;
  retryGapMinutes: number;
  /** EAT, `HH:MM`. */
  runTimes: string[];
  /** 1 is Monday. */
  weekdays: number[];
  startsOn: string;
  endsOn: Optional<string>;
  vendor: Generated<robotPlan.PlanRow['vendor']>;
  smsTemplateCode: Optional<string>;
  /** jsonb: write it with JSON.stringify. */
  audience: ColumnType<robotTask.PlanAudience, string, string>;
  /** Of its customers, so many are left alone to compare the others with. */
  holdOutPercent: Generated<number>;
  planStatus: Generated<StateOf<typeof robotPlanMachine>>;
  /** Times before it are no runs of the plan. */
  activeSince: InstantOrNull;
  updatedBy: string;
  approvedBy: Optional<string>;
  createdAt: InstantDefault;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

/** One row a time at which a plan was due. */
interface RobotPlanRunTable {
  planNo: Fixed<string>;
  dueAt: ColumnType<Date, Date, never>;
  planOutcome: Fixed<robotPlan.PlanRun['planOutcome']>;
  taskNo: FixedOptional<string>;
  /** Of a plan that 94 AI carries out. */
  aiTaskNo: FixedOptional<string>;
  people: ColumnType<number, number | undefined, never>;
  leftOut: ColumnType<number, number | undefined, never>;
  isCut: ColumnType<boolean, boolean | undefined, never>;
  fault: FixedOptional<string>;
  ranAt: ColumnType<Date, Date | undefined, never>;
}

/** A plan's hold-out while its share was the same. */
interface RobotPlanTestTable {
  planNo: Fixed<string>;
  testNo: Fixed<number>;
  holdOutPercent: Fixed<number>;
  startedAt: Fixed<Date>;
  endedAt: InstantOrNull;
}

/** Whom a test put where, from the first run that met them on. */
interface RobotPlanCustomerTable {
  planNo: Fixed<string>;
  testNo: Fixed<number>;
  customerNo: Fixed<string>;
  isHeldOut: Fixed<boolean>;
  joinedAt: Fixed<Date>;
}

export interface AiTaskTable {
  taskNo: Generated<string>;
  /** As the vendor answered when it was sent; null before, and where it does not say. */
  vendorTaskId: Optional<string>;
  merchantNo: string;
  taskName: string;
  scriptCode: string;
  voiceLanguage: 'en' | 'sw';
  /** EAT, `HH:MM:SS`: the vendor calls within them. */
  dialFrom: string;
  dialTo: string;
  /** It is sent then. */
  startAt: Instant;
  taskStatus: Generated<StateOf<typeof aiTaskMachine>>;
  fault: Optional<string>;
  /** The plan that made it. */
  planNo: Optional<string>;
  createdBy: string;
  createdAt: InstantDefault;
  syncedAt: InstantOrNull;
  version: Generated<number>;
}

export interface AiTaskItemTable {
  taskNo: string;
  itemNo: number;
  caseNo: string;
  customerNo: string;
  phone: string;
  /** Null until the gate was asked, as the task is sent. */
  attemptId: Optional<number>;
  /** Owed by the case as the task was made. */
  dueCents: Generated<number>;
  /** The gate's refusal; such a person is not sent to the vendor. */
  refusedFor: Optional<string>;
  /** Taken back from the vendor, as the gate refused it after the task was sent. */
  withdrawnAt: InstantOrNull;
  /** The vendor was asked how it ended, as no report came. */
  askedAt: InstantOrNull;
}

/** A script that the vendor offers, or offered. */
interface AiScriptTable {
  scriptCode: string;
  scriptName: string;
  languages: string[];
  /** Null: the vendor does not say. */
  variables: Optional<string[]>;
  isOffered: Generated<boolean>;
  seenAt: InstantDefault;
}

/** What the vendor was asked about a task, with what it answered. */
interface AiTaskExchangeTable {
  exchangeId: Generated<number>;
  taskNo: Fixed<string>;
  asked: Fixed<'START' | 'PAUSE' | 'RESUME' | 'STOP' | 'STATUS' | 'WITHDRAW' | 'REPORTS'>;
  /** jsonb: write it with JSON.stringify. */
  request: ColumnType<Record<string, unknown>, string, never>;
  answer: FixedOptional<string>;
  fault: FixedOptional<'NOT_SENT' | 'REFUSED' | 'UNKNOWN'>;
  askedAt: ColumnType<Date, Date | undefined, never>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    robotTask: RobotTaskTable;
    robotTaskItem: RobotTaskItemTable;
    robotTaskTrial: RobotTaskTrialTable;
    robotPlan: RobotPlanTable;
    robotPlanRun: RobotPlanRunTable;
    robotPlanTest: RobotPlanTestTable;
    robotPlanCustomer: RobotPlanCustomerTable;
    aiTask: AiTaskTable;
    aiTaskItem: AiTaskItemTable;
    aiTaskExchange: AiTaskExchangeTable;
    aiScript: AiScriptTable;
  }
}
