import type { Logger } from 'pino';
import type { Queryable, Tx } from '../../../db/database.ts';
import {
  type BankReport,
  CallbackHeld,
  type CallbackSubject,
  type CallbackTopic,
  type CallbackTopics,
  isRepeated,
  readPain002,
  type Told,
  toldOriginator,
} from '../../platform/gateways/index.ts';
import { lockAttempt } from './attempts.ts';
import { warnOfContradiction } from './contradiction.ts';
import { refuseOtherReceipt } from './refuse-difference.ts';
import type { PayoutAttempt, PayoutSubjects } from './subjects.ts';
import { type ChannelWord, takeWord } from './take-word.ts';
import { WATCH_TIMES, type WatchTimes } from './watch-times.ts';

/** The clocks of a bank and of the lender differ by so much at most. */
const CLOCKS_MS = 300_000;
/** Where a bank reports unasked. */
const REPORT = 'bank/report';
/** Where its answers to our questions are kept before they are read. */
export const BANK_ANSWER = 'bank/status';

/** What banks say about payouts, in pain.002: each kept as it came, read once, and of the payment that was asked for. */
export function bankTopics(options: {
  readonly subjects: () => PayoutSubjects;
  readonly log: Logger;
  readonly times?: WatchTimes;
}): CallbackTopics {
  const { subjects, log, times = WATCH_TIMES } = options;
  const handle: CallbackTopic['handle'] = async (tx, _fields, { callback }) => {
    const report = readPain002(callback.content.toString('utf8'));
    const attempt = await attemptOf(tx, report);
    refuseDifference(attempt, report);
    const { attemptNo } = attempt;
    const word = wordOf(report);
    // A bank may report a payment twice, once without its own reference: our number stands for it then.
    const isNamed = report.reference !== null && attempt.channelReference !== attemptNo;
    if (word.is === 'PAID' && isNamed) await refuseOtherReceipt(tx, attempt, word.channelReference);
    const end = await takeWord(tx, subjects(), attemptNo, word, { askedAt: null, times });
    if (end === 'contradicted') {
      log.error({ attemptNo, word }, 'the bank contradicts the recorded end of a payout');
      await warnOfContradiction(tx, attempt, { isPaid: word.is === 'PAID' });
    }
    return 'processed';
  };
  return { [REPORT]: { about, handle }, [BANK_ANSWER]: { about, handle } };
}

/** What it is about, for those of one loan go in order. */
export async function about(db: Queryable, told: Told): Promise<CallbackSubject | undefined> {
  const number = toldOriginator(told);
  if (number === null) return undefined;
  const attempt = await db
    .selectFrom('payoutAttempt')
    .select(['attemptNo', 'merchantNo', 'subjectType', 'subjectNo'])
    .where('attemptNo', '=', number)
    .where('payoutChannel', '=', 'BANK')
    .executeTakeFirst();
  if (!attempt) return undefined;
  const { attemptNo, merchantNo, subjectNo } = attempt;
  return { lane: attempt.subjectType === 'LOAN' ? subjectNo : attemptNo, merchantNo, subjectNo: attemptNo };
}

/** @throws CallbackHeld where it names no bank payout of ours: money may have moved that nobody here knows of */
async function attemptOf(tx: Tx, { endToEndId }: BankReport): Promise<PayoutAttempt> {
  const found = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('attemptNo', '=', endToEndId)
    .where('payoutChannel', '=', 'BANK')
    .executeTakeFirst();
  if (!found) throw new CallbackHeld(`There is no bank payout ${endToEndId.slice(0, 64)}`);
  return await lockAttempt(tx, found.attemptNo);
}

/** What it does not say is not compared. @throws CallbackHeld */
function refuseDifference(attempt: PayoutAttempt, report: BankReport): void {
  const { attemptNo, amountCents, payeeAccountNo, sentAt } = attempt;
  const held = (what: string) => new CallbackHeld(`Payout ${attemptNo}: ${what}`);
  if (sentAt === null) throw held('the bank reports on it before it was sent');
  if (report.createdAt.getTime() < sentAt.getTime() - CLOCKS_MS) throw held('the report is older than the payment');
  if (report.createdAt.getTime() > Date.now() + CLOCKS_MS) throw held('the report is of the future');
  if (report.amountCents !== null && report.amountCents !== amountCents) {
    throw held(`the amount is ${kes(report.amountCents)}, ${kes(amountCents)} was asked for`);
  }
  if (report.creditorAccountNo !== null && report.creditorAccountNo !== payeeAccountNo) {
    throw held(`the account is …${report.creditorAccountNo.slice(-3)}, …${payeeAccountNo?.slice(-3)} was asked for`);
  }
}

/** ISO 20022's words for a payment that is still under way. */
const UNDER_WAY: ReadonlySet<string> = new Set('RCVD ACTC ACCP ACFC ACSP ACWC ACWP PATC PDNG'.split(' '));

/** Settled, rejected, or still under way. @throws CallbackHeld for a code that nobody here knows: it may be an end */
function wordOf({ status, reasonCode, reason, reference, endToEndId }: BankReport): ChannelWord {
  if (status === 'ACSC' || status === 'ACCC') return { is: 'PAID', channelReference: reference ?? endToEndId };
  if (isRepeated({ status, reasonCode })) return { is: 'PENDING', code: reasonCode, reason };
  if (status === 'RJCT') return { is: 'FAILED', code: reasonCode || status, reason: reason || 'Rejected by the bank' };
  if (UNDER_WAY.has(status)) return { is: 'PENDING', code: status, reason };
  throw new CallbackHeld(
    `Payout ${endToEndId}: the bank’s status is ${status.slice(0, 32)}, which is none that is known`,
  );
}

const kes = (cents: number): string => `KES ${(cents / 100).toFixed(2)}`;
