import type { aiPushTask, callList } from '@kituo/sdk/contracts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { StateOf } from '../../../state-machine/index.ts';
import type { Instant, InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';
import type { ListEffect } from '../call-lists/index.ts';
import type { aiPushTaskMachine } from './ai-push-task.machine.ts';

export interface AiPushTaskTable {
  taskNo: Generated<string>;
  merchantNo: string;
  taskName: string;
  userGroupNo: string;
  groupVersion: number;
  aiPushChannel: aiPushTask.TaskRow['channelType'];
  templateNo: Optional<string>;
  scriptCode: Optional<string>;
  voiceLanguage: Optional<'en' | 'sw'>;
  /** Of a call: the plan whose script it speaks; null of tasks older than plans. */
  planNo: Optional<string>;
  /** People that a pilot contacts first; null without one, and once the rest was let go. */
  pilotPeople: Optional<number>;
  scheduledAt: Instant;
  concurrency: number;
  budgetCents: number;
  audienceCount: number;
  allowedCount: number;
  estimatedCostCents: number;
  committedCents: Generated<number>;
  aiPushTaskStatus: Generated<StateOf<typeof aiPushTaskMachine>>;
  aiPushFault: Optional<NonNullable<aiPushTask.TaskRow['fault']>>;
  createdBy: string;
  decidedBy: Optional<string>;
  decisionReason: Optional<string>;
  createdAt: InstantDefault;
  startedAt: InstantOrNull;
  endedAt: InstantOrNull;
  version: Generated<number>;
}

export interface AiPushRecordTable {
  recordId: GeneratedAlways<number>;
  taskNo: string;
  customerNo: string;
  phone: string;
  aiPushOutcome: Generated<aiPushTask.RecordRow['outcome']>;
  aiPushDrop: Optional<NonNullable<aiPushTask.RecordRow['dropReason']>>;
  refusals: Generated<number>;
  nextAt: InstantOrNull;
  attemptId: Optional<number>;
  /** Of a push: the message in the outbox. */
  messageNo: Optional<string>;
  units: Generated<number>;
  sentAt: InstantOrNull;
  willingness: Optional<callList.Willingness>;
  aiPushListing: Optional<ListEffect>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    aiPushTask: AiPushTaskTable;
    aiPushRecord: AiPushRecordTable;
  }
}
