import * as z from 'zod/mini';
import { robotVendor, voiceLanguage } from './robot-forms.ts';
import { marketingScene } from './sms-marketing-template.contract.ts';

export const robotStatus = z.enum([
  'DRAFT',
  'PENDING_APPROVAL',
  'QUEUED',
  'RUNNING',
  'PAUSED',
  'FAILED',
  'DONE',
  'STOPPED',
]);
export const robotCallStatus = z.enum(['QUEUED', 'DIALLED', 'DONE', 'REFUSED', 'LEFT_OUT']);

/** In the order in which pages offer them. */
export const ROBOT_ACTIONS = [
  ...(['submit', 'queue', 'approve', 'return'] as const),
  ...(['pause', 'resume', 'retry', 'stop'] as const),
] as const;
const action = z.enum(ROBOT_ACTIONS);
export type RobotAction = z.output<typeof action>;
export const robotRow = z.object({
  taskNo: z.string(),
  merchantNo: z.string(),
  taskName: z.string(),
  /** The plan that made it; null where a person did. */
  planNo: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  /** Of marketing: what the offer is about. */
  scene: z.nullable(marketingScene),
  /** NINE_FOUR: handed to 94 AI; its number is that of the task on NineFourAiTask. */
  vendor: robotVendor,
  scriptCode: z.string(),
  taskStatus: robotStatus,
  fault: z.nullable(z.string()),
  startAt: z.string(),
  createdByName: z.string(),
  approvedByName: z.nullable(z.string()),
  total: z.number(),
  waiting: z.number(),
  dialled: z.number(),
  connected: z.number(),
  /** Of those called, in percent; null before the first. */
  answerRate: z.nullable(z.number()),
  willing: z.number(),
  gateRefused: z.number(),
  leftOut: z.number(),
  createdAt: z.string(),
  version: z.number(),
  /** Of those called, whom nobody answered. */
  unreached: z.number(),
  /** Of offers: the price of calls as the provider told it; who withdrew, or applied, within 7 days of the start. */
  costCents: z.number(),
  optOutCount: z.number(),
  convertedCount: z.number(),
  /** Listed for telemarketing, and sent the text that follows. */
  transferred: z.number(),
  followUps: z.number(),
  /** Of collection: cases, borrowers, and cases that the call for another case of the borrower speaks for. */
  cases: z.number(),
  borrowers: z.number(),
  merged: z.number(),
  /** Owed by its cases as it was made. */
  totalDueCents: z.number(),
  /** Promised by its borrowers after it began, until the end of that day. */
  promises: z.number(),
  /** Paid on the cases that it spoke for, on the day it began. */
  repaidSameDayCents: z.number(),
  allowedActions: z.array(z.enum([...ROBOT_ACTIONS, 'again', 'update', 'trial', 'trialRun'])),
});
export type RobotRow = z.output<typeof robotRow>;

const robotTrial = z.object({
  realName: z.string(),
  triedAt: z.string(),
  /** Null while it rings. */
  outcome: z.nullable(z.string()),
  willingness: z.nullable(z.string()),
});
export type RobotTrial = z.output<typeof robotTrial>;

export const robotDetail = z.extend(robotRow, {
  voiceLanguage,
  /** EAT, `08:30`. */
  dialFrom: z.string(),
  dialTo: z.string(),
  /** Null where 94 AI decides. */
  maxAttempts: z.nullable(z.number()),
  retryGapMinutes: z.nullable(z.number()),
  endedAt: z.nullable(z.string()),
  /** Sent to whom no attempt reached. */
  smsTemplateCode: z.nullable(z.string()),
  concurrency: z.nullable(z.number()),
  followUpTemplateNo: z.nullable(z.string()),
  followUpTemplateName: z.nullable(z.string()),
  followUpLabels: z.array(z.string()),
  handsOver: z.boolean(),
  transferGroup: z.nullable(z.string()),
  /** Calls of it to phones of staff, the newest first. */
  trials: z.array(robotTrial),
  /** Of people who answered, by what was heard. */
  labels: z.array(z.object({ willingness: z.nullable(z.string()), people: z.number() })),
  /** Why people were refused or left out, and of how many that is true. */
  refusals: z.array(z.object({ outcome: z.string(), people: z.number() })),
});

/** One person of a task and how far calling them came. */
export const robotCall = z.object({
  itemNo: z.number(),
  /** Masked. */
  phone: z.string(),
  caseNo: z.nullable(z.string()),
  /** Other cases of the borrower that the call speaks for. */
  alsoCaseNos: z.array(z.string()),
  itemStatus: robotCallStatus,
  attempts: z.number(),
  /** How the last call ended, what the gate said, or why the person was left out. */
  outcome: z.nullable(z.string()),
  willingness: z.nullable(z.string()),
  /** Of the last call; null before its end. */
  talkSeconds: z.nullable(z.number()),
  nextAt: z.nullable(z.string()),
  /** Of the last call of an offer: what may be heard and read of it. */
  hasRecording: z.boolean(),
  hasTranscript: z.boolean(),
});
export type RobotCall = z.output<typeof robotCall>;
