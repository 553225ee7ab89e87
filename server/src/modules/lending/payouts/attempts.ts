import type { Tx } from '../../../db/database.ts';
import { noteMade, notesOf } from '../../../db/tx-notes.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { type BankAccount, postJournal, type PostingLine, refusalOf, reverse } from '../../platform/ledger/index.ts';
import { type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import { isInDoubt } from './contradiction.ts';
import { payoutAttemptMachine } from './payout-attempt.machine.ts';
import { type PayoutAttempt, type PayoutSubjects, type PayoutSubjectType, subjectOf } from './subjects.ts';

export interface NewAttempt {
  readonly subjectType: PayoutSubjectType;
  readonly subjectNo: string;
  readonly merchantNo: string;
  readonly payoutChannel: string;
  readonly account: BankAccount;
  readonly amountCents: number;
  /** Null where an account of ours is filled, which `payeeName` then names, and for a bank account. */
  readonly payeePhone: string | null;
  readonly payeeName: string;
  /** Of the channel BANK, both. */
  readonly payeeBankCode?: string;
  readonly payeeAccountNo?: string;
  /** Of a reversal: the channel's number of the payment. */
  readonly reversesReference?: string;
  readonly makerUserNo?: string;
  readonly checkerUserNo?: string;
  /** Of a loan: what it takes of its merchant's day. */
  readonly lent?: {
    readonly lentOn: BusinessDate;
    readonly lentAs: 'FIRST' | 'REPEAT';
    readonly lentCents: number;
  };
}

/** How an attempt ended, by the channel's own word. */
export type PayoutOutcome =
  | { readonly isPaid: true; readonly channelReference: string }
  | { readonly isPaid: false; readonly failCode: string; readonly failReason: string };

/**
 * A new try at paying something out. The database allows one live or successful one a subject.
 * @throws AppError PAYOUT_LIVE, PAYOUT_CONTRADICTED
 */
export async function createAttempt(tx: Tx, attempt: NewAttempt): Promise<string> {
  const { account, makerUserNo, checkerUserNo, lent, ...fields } = attempt;
  if (await isInDoubt(tx, attempt)) throw new AppError('PAYOUT_CONTRADICTED');
  const { count } = await tx
    .selectFrom('payoutAttempt')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subjectType', '=', attempt.subjectType)
    .where('subjectNo', '=', attempt.subjectNo)
    .executeTakeFirstOrThrow();
  try {
    const { attemptNo } = await tx
      .insertInto('payoutAttempt')
      .values({
        ...fields,
        ...lent,
        accountCode: account,
        attemptCount: count + 1,
        makerUserNo: makerUserNo ?? null,
        checkerUserNo: checkerUserNo ?? null,
      })
      .returning('attemptNo')
      .executeTakeFirstOrThrow();
    noteMade(tx, `payout ${attemptNo}`);
    return attemptNo;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** @throws AppError PAYOUT_NOT_FOUND */
export async function lockAttempt(tx: Tx, attemptNo: string): Promise<PayoutAttempt> {
  return await lockOne(tx, tx.selectFrom('payoutAttempt').selectAll().where('attemptNo', '=', attemptNo), {
    missing: 'PAYOUT_NOT_FOUND',
    subject: `payout ${attemptNo}`,
    state: ({ version }) => version,
  });
}

/** CREATED → SENT with its postings: written before the channel is called. */
export async function markSent(
  tx: Tx,
  subjects: PayoutSubjects,
  attemptNo: string,
  at = new Date(),
): Promise<PayoutAttempt> {
  const attempt = await lockAttempt(tx, attemptNo);
  const status = advance(payoutAttemptMachine, attempt.attemptStatus, 'send');
  const subject = subjectOf(subjects, attempt);
  const lines = await subject.sent(tx, attempt, at);
  if (!subject.postsAtEnd) await post(tx, attempt, 'PAYOUT_SENT', lines, at);
  await tx
    .updateTable('payoutAttempt')
    .set((eb) => ({ attemptStatus: status, sentAt: at, version: eb('version', '+', 1) }))
    .where('attemptNo', '=', attemptNo)
    .execute();
  return attempt;
}

/**
 * Lets a preview show what the sending of a new attempt will post. A commit sends after it, so that a crash in
 * between leaves something to ask about.
 */
export async function showSending(tx: Tx, subjects: PayoutSubjects, attemptNo: string): Promise<void> {
  const notes = notesOf(tx);
  if (!notes?.isDryRun) return;
  const met = new Set(notes.states.keys());
  const attempt = await markSent(tx, subjects, attemptNo);
  const subject = subjectOf(subjects, attempt);
  if (subject.postsAtEnd) await subject.succeeded(tx, attempt, new Date());
  // What only the preview comes to is no state that its commit starts from.
  for (const subject of notes.states.keys()) if (!met.has(subject)) notes.states.delete(subject);
}

/**
 * SENT → UNKNOWN: it left, and nobody said what became of it. Nothing where that is known by now.
 * @throws AppError ILLEGAL_TRANSITION where it never left
 */
export async function markUnknown(tx: Tx, attemptNo: string): Promise<void> {
  const { attemptStatus: before } = await lockAttempt(tx, attemptNo);
  if (before !== 'SENT' && before !== 'CREATED') return;
  const attemptStatus = advance(payoutAttemptMachine, before, 'timeOut');
  await tx
    .updateTable('payoutAttempt')
    .set((eb) => ({ attemptStatus, version: eb('version', '+', 1) }))
    .where('attemptNo', '=', attemptNo)
    .execute();
}

/**
 * Ends an attempt, once, by what the channel said. The same end again changes nothing, in whatever order
 * callbacks and answers come.
 * @returns `contradicted` where it had ended the other way: a person has to look.
 */
export async function resolveAttempt(
  tx: Tx,
  subjects: PayoutSubjects,
  attemptNo: string,
  outcome: PayoutOutcome,
  at = new Date(),
): Promise<'resolved' | 'repeated' | 'contradicted'> {
  const attempt = await lockAttempt(tx, attemptNo);
  const target = outcome.isPaid ? 'SUCCESS' : 'FAILED';
  const status = attempt.attemptStatus;
  if (status === 'SUCCESS' || status === 'FAILED') {
    return status === target ? 'repeated' : 'contradicted';
  }
  advance(payoutAttemptMachine, status, outcome.isPaid ? 'succeed' : 'fail');
  await tx
    .updateTable('payoutAttempt')
    .set((eb) => ({
      attemptStatus: target,
      finishedAt: at,
      version: eb('version', '+', 1),
      ...(outcome.isPaid
        ? { channelReference: outcome.channelReference }
        : { failCode: outcome.failCode, failReason: outcome.failReason.slice(0, 500) }),
    }))
    .where('attemptNo', '=', attemptNo)
    .execute();
  await publishEvent(tx, {
    topic: outcome.isPaid ? 'payout.succeed' : 'payout.fail',
    subjectType: 'payout',
    subjectNo: attemptNo,
    merchantNo: attempt.merchantNo,
    before: { attemptStatus: status },
    after: {
      attemptStatus: target,
      subjectType: attempt.subjectType,
      subjectNo: attempt.subjectNo,
    },
  });
  const subject = subjectOf(subjects, attempt);
  if (outcome.isPaid) {
    const lines = await subject.succeeded(tx, attempt, at);
    if (!subject.postsAtEnd) await post(tx, attempt, 'PAYOUT_SUCCEEDED', lines, at);
  } else {
    // The subject locks its order; balances come after it, as with a payment.
    await subject.failed(tx, attempt, at);
    if (!subject.postsAtEnd) await mirrorSending(tx, attempt, at);
  }
  return 'resolved';
}

const keyOf = (attempt: PayoutAttempt, kind: string) => `payout/${attempt.attemptNo}/${kind}`;

async function post(
  tx: Tx,
  attempt: PayoutAttempt,
  kind: 'PAYOUT_SENT' | 'PAYOUT_SUCCEEDED',
  lines: readonly PostingLine[],
  at: Date,
): Promise<void> {
  const { makerUserNo, checkerUserNo } = attempt;
  await postJournal(tx, {
    kind,
    businessDate: businessDateOf(at),
    merchantNo: attempt.merchantNo,
    cause: { type: 'PAYOUT', no: attempt.attemptNo },
    idempotencyKey: keyOf(attempt, kind),
    lines,
    ...(makerUserNo !== null && { makerUserNo }),
    ...(checkerUserNo !== null && { checkerUserNo }),
  });
}

async function mirrorSending(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<void> {
  const { journalId } = await tx
    .selectFrom('journalKey')
    .select('journalId')
    .where('idempotencyKey', '=', keyOf(attempt, 'PAYOUT_SENT'))
    .executeTakeFirstOrThrow();
  await reverse(tx, journalId, {
    businessDate: businessDateOf(at),
    cause: { type: 'PAYOUT', no: attempt.attemptNo },
    idempotencyKey: keyOf(attempt, 'PAYOUT_FAILED'),
  });
}
