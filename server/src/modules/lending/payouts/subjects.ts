import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { PayoutAttemptTable } from '../../../db/engine-schema.ts';
import type { PostingLine } from '../../platform/ledger/index.ts';

declare module '../../../engine.ts' {
  interface Engine {
    readonly subjects: PayoutSubjects;
  }
}

export type PayoutAttempt = Selectable<PayoutAttemptTable>;
export type PayoutSubjectType = PayoutAttempt['subjectType'];

/**
 * What is paid out: a loan, a refund, a transfer, a withdrawal, a payment taken back. It says what a payout posts and follows its
 * end with its own state. All of it runs in the transaction that moves the attempt;
 * `at` is when it happened: now, unless history is being written.
 */
export interface PayoutSubject {
  /** The lines of the sending, before the channel is called; a failure posts their mirror. */
  sent(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<readonly PostingLine[]>;
  /** The lines of the success. */
  succeeded(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<readonly PostingLine[]>;
  failed(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<void>;
  /** Nothing is posted of it but what its success posts itself; a preview shows that. */
  readonly postsAtEnd?: true;
}

export type PayoutSubjects = Readonly<Partial<Record<PayoutSubjectType, PayoutSubject>>>;

/** @throws Error for a subject that no module pays out. */
export function subjectOf(subjects: PayoutSubjects, attempt: PayoutAttempt): PayoutSubject {
  const subject = subjects[attempt.subjectType];
  if (!subject) throw new Error(`nothing pays out ${attempt.subjectType}`);
  return subject;
}
