import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { FeedbackTable } from './tables.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { feedbackMachine } from '../../parties/customers/index.ts';

export type Feedback = Selectable<FeedbackTable>;
type FeedbackCommand = typeof feedbackMachine extends { transitions: infer T }
  ? { [S in keyof T]: keyof T[S] }[keyof T] & string
  : never;

/** Locks a feedback within the scope. @throws AppError FEEDBACK_NOT_FOUND */
export async function lockFeedback(tx: Tx, feedbackNo: string, scope: DataScope): Promise<Feedback> {
  return await lockOne(tx, tx.selectFrom('feedback').selectAll().where('feedbackNo', '=', feedbackNo), {
    missing: 'FEEDBACK_NOT_FOUND',
    subject: `feedback ${feedbackNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** What an open feedback alone takes. @throws AppError ILLEGAL_TRANSITION */
export function refuseFinished({ feedbackStatus }: Feedback, command: string): void {
  if (feedbackStatus !== 'PROCESSED') return;
  const facts = { subject: feedbackMachine.name, state: feedbackStatus, command };
  throw new AppError('ILLEGAL_TRANSITION', { facts });
}

interface Step {
  readonly userNo: string;
  readonly at: Date;
  readonly note?: string;
  readonly change?: Partial<Omit<Feedback, 'feedbackNo' | 'feedbackStatus' | 'version'>>;
}

/** The one way a feedback changes its state: by its machine, with a row of its history. @throws AppError ILLEGAL_TRANSITION */
export async function moveFeedback(tx: Tx, before: Feedback, command: FeedbackCommand, step: Step): Promise<Feedback> {
  const feedbackStatus = advance(feedbackMachine, before.feedbackStatus, command);
  return await write(tx, before, { ...before, feedbackStatus }, command, step);
}

/** A step that leaves the state as it is: a note, another handler, a dispute. */
export async function addStep(tx: Tx, before: Feedback, command: string, step: Step): Promise<Feedback> {
  return await write(tx, before, before, command, step);
}

async function write(
  tx: Tx,
  before: Feedback,
  { feedbackStatus }: Feedback,
  command: string,
  { userNo, at, note, change = {} }: Step,
): Promise<Feedback> {
  const { feedbackNo } = before;
  await tx
    .updateTable('feedback')
    .set((eb) => ({ ...change, feedbackStatus, version: eb('version', '+', 1) }))
    .where('feedbackNo', '=', feedbackNo)
    .execute();
  await publishStep(tx, { feedbackNo, command, userNo, at, note, from: before.feedbackStatus, to: feedbackStatus });
  return { ...before, ...change, feedbackStatus, version: before.version + 1 };
}

/** A row of the history, which nothing changes. */
export async function publishStep(
  tx: Tx,
  step: {
    readonly feedbackNo: string;
    readonly command: string;
    readonly from: Feedback['feedbackStatus'] | null;
    readonly to: Feedback['feedbackStatus'];
    readonly userNo: string;
    readonly note?: string | undefined;
    readonly at: Date;
  },
): Promise<void> {
  const { from, to, note, at, ...rest } = step;
  await tx
    .insertInto('feedbackEvent')
    .values({ ...rest, fromStatus: from, toStatus: to, note: note ?? null, at })
    .execute();
}
