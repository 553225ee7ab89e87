import type { Queryable, Tx } from '../../../db/database.ts';
import { notesOf } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { contactGate, type ContactQuestion, type GateAnswer } from './gate.ts';

/** What an attempt is about, beside what the gate asks. */
export interface AttemptSubject {
  readonly orderNo?: string | null;
  readonly caseNo?: string | null;
  /** Null for a robot. */
  readonly userNo: string | null;
  readonly templateCode?: string | null;
  readonly content?: string | null;
}

async function record(
  db: Queryable,
  question: ContactQuestion,
  subject: AttemptSubject,
  answer: GateAnswer,
): Promise<number> {
  const { phone, purpose, channel, at, customerNo, merchantNo } = question;
  const { attemptId } = await db
    .insertInto('contactAttempt')
    .values({
      attemptedAt: at,
      phone,
      purpose,
      channel,
      customerNo,
      merchantNo,
      partyKind: answer.partyKind,
      orderNo: subject.orderNo ?? null,
      caseNo: subject.caseNo ?? null,
      userNo: subject.userNo,
      templateCode: subject.templateCode ?? null,
      content: subject.content ?? null,
      ...(!answer.isAllowed && {
        refusedFor: answer.error,
        nextAllowedAt: answer.nextAllowedAt,
      }),
    })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  return attemptId;
}

/**
 * Passes the gate and records the attempt, in the transaction that queues the message or call. A refusal is
 * kept, too, though the command that asked writes nothing: through a connection of its own, which is not
 * waited for. Commands that hold a connection each and wait for a second one could wait for one another.
 * @returns the attempt's number.
 * @throws AppError CONTACT_…, with the next allowed time where there is one
 */
export async function passGate(
  { tx, db, log }: Pick<CommandContext, 'tx' | 'db' | 'log'>,
  question: ContactQuestion,
  subject: AttemptSubject,
): Promise<number> {
  const answer = await contactGate(tx, question);
  if (answer.isAllowed) return await record(tx, question, subject, answer);
  if (!notesOf(tx)?.isDryRun) {
    record(db, question, subject, answer).catch((error: unknown) => {
      log.error({ err: error }, 'a refusal of the contact gate could not be kept');
    });
  }
  throw new AppError(answer.error, { facts: answer.facts });
}

/** As `passGate`, for a robot that asks before each dial: answers instead of throwing, and keeps both. */
export async function tryGate(
  tx: Tx,
  question: ContactQuestion,
  subject: AttemptSubject,
): Promise<{ readonly attemptId: number; readonly answer: GateAnswer }> {
  const answer = await contactGate(tx, question);
  return { attemptId: await record(tx, question, subject, answer), answer };
}
