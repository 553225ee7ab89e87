import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Queryable, Tx } from '../../../db/database.ts';
import {
  CallbackHeld,
  type CallbackSubject,
  type CallbackTopics,
  CallbackUnreadable,
  type MpesaResult,
  type OwnShortCodes,
  readMpesaResult,
  type Told,
  toldOriginator,
} from '../../platform/gateways/index.ts';
import { lockAttempt, markUnknown } from './attempts.ts';
import { warnOfContradiction } from './contradiction.ts';
import { refuseDifference, refuseOtherPayment, refuseOtherReceipt } from './refuse-difference.ts';
import type { PayoutSubjects } from './subjects.ts';
import { type ChannelWord, takeWord } from './take-word.ts';
import { WATCH_TIMES, type WatchTimes } from './watch-times.ts';

/** Daraja's code for "no such transaction" in the answer to a status query. */
const NOT_FOUND = '2032';
/** Of a reversal: it is not known yet what becomes of it. */
const REVERSAL_OPEN = '21';
const ACKNOWLEDGED = { ResultCode: 0, ResultDesc: 'Accepted' };

/**
 * What M-Pesa says about payouts and reversals: their results, their expiry in the queue, and the answers to
 * status queries. `subjects` is asked for at the time: it is put together after this.
 */
export function payoutTopics(options: {
  readonly subjects: () => PayoutSubjects;
  readonly log: Logger;
  readonly times?: WatchTimes;
  readonly shortCodes?: OwnShortCodes | null;
}): CallbackTopics {
  const { subjects, log, times = WATCH_TIMES, shortCodes = null } = options;
  const take = async (tx: Tx, attemptNo: string, word: ChannelWord, askedAt: Date | null = null) => {
    if (word.is === 'PAID') await refuseOtherReceipt(tx, await lockAttempt(tx, attemptNo), word.channelReference);
    const end = await takeWord(tx, subjects(), attemptNo, word, { askedAt, times });
    if (end === 'contradicted') {
      log.error({ attemptNo, word }, 'the channel contradicts the recorded end of a payout');
      const isPaid = word.is === 'PAID';
      await warnOfContradiction(tx, await lockAttempt(tx, attemptNo), { isPaid });
    }
    return 'processed' as const;
  };
  // It waited in M-Pesa's queue for too long. Whether it went through all the same, only a query tells.
  const doubt = async (tx: Tx, number: string | null) => {
    await markUnknown(tx, known(await attemptOf(tx, number), number));
    return 'processed' as const;
  };
  const compared = async (tx: Tx, attemptNo: string, result: MpesaResult) =>
    refuseDifference(await lockAttempt(tx, attemptNo), result, shortCodes);
  return {
    'mpesa/b2c/result': {
      acknowledgement: ACKNOWLEDGED,
      about,
      handle: async (tx, fields) => {
        const result = read(fields);
        const { originatorConversationId: number, conversationId } = result;
        const attempt = known(await attemptOf(tx, number, conversationId), number);
        await compared(tx, attempt, result);
        return await take(tx, attempt, wordOfResult(result));
      },
    },
    'mpesa/b2c/timeout': {
      acknowledgement: ACKNOWLEDGED,
      about,
      handle: async (tx, fields) => await doubt(tx, read(fields).originatorConversationId),
    },
    'mpesa/reversal/result/*': {
      acknowledgement: ACKNOWLEDGED,
      about,
      handle: async (tx, fields, { callback }) => {
        const result = read(fields);
        const number = numberIn(callback.topic);
        const attempt = known(await attemptOf(tx, number), number);
        if (result.resultCode === REVERSAL_OPEN) return await doubt(tx, attempt);
        await compared(tx, attempt, result);
        return await take(tx, attempt, wordOfResult(result));
      },
    },
    'mpesa/reversal/timeout/*': {
      acknowledgement: ACKNOWLEDGED,
      about,
      handle: async (tx, _fields, { callback }) => await doubt(tx, numberIn(callback.topic)),
    },
    'mpesa/status/result': {
      acknowledgement: ACKNOWLEDGED,
      about,
      handle: async (tx, fields) => {
        const result = read(fields);
        const asked = await tx
          .updateTable('payoutQuery')
          .set({ answeredAt: sql`now()`, resultCode: result.resultCode })
          .where('conversationId', '=', result.originatorConversationId)
          .returning(['attemptNo', 'askedAt'])
          .executeTakeFirst();
        // The answer may come before the asking is written down, or after its reply was lost.
        const number = result.parameters.get('OriginatorConversationID') ?? null;
        const named = await attemptOf(tx, number, number);
        if (asked && named !== undefined && named !== asked.attemptNo) {
          throw new CallbackHeld(`The answer about payout ${asked.attemptNo} is about payout ${named}`);
        }
        const attempt = asked?.attemptNo ?? named;
        // An answer that knows of nothing, to a question that nobody remembers: it is asked again.
        if (!attempt && !result.isSuccess) return 'ignored';
        const about = await lockAttempt(tx, known(attempt, number));
        const { attemptNo, reversesReference } = about;
        const isOfPayment = reversesReference !== null && result.parameters.get('ReceiptNo') === reversesReference;
        if (isOfPayment) refuseOtherPayment(about, result);
        else await compared(tx, attemptNo, result);
        const word = isOfPayment ? wordOfPayment(result, reversesReference) : wordOfStatus(result);
        return await take(tx, attemptNo, word, asked?.askedAt);
      },
    },
    'mpesa/status/timeout': { acknowledgement: ACKNOWLEDGED, handle: async () => 'processed' },
  };
}

/** @throws CallbackHeld where it names no payout of ours: money may have moved that nobody here knows of */
function known(attemptNo: string | undefined, number: string | null): string {
  if (attemptNo !== undefined) return attemptNo;
  throw new CallbackHeld(number === null ? 'It names no payout' : `There is no payout ${number.slice(0, 64)}`);
}

/** The callbacks of one loan's payout in order; those of others a payout each. */
async function about(db: Queryable, told: Told): Promise<CallbackSubject | undefined> {
  const number = toldOriginator(told);
  if (number === null) return undefined;
  const attempt = await db
    .selectFrom('payoutAttempt')
    .select(['attemptNo', 'merchantNo', 'subjectType', 'subjectNo'])
    .where((eb) =>
      eb.or([
        eb('attemptNo', '=', number),
        eb('conversationId', '=', number),
        eb(
          'attemptNo',
          'in',
          eb.selectFrom('payoutQuery').select('payoutQuery.attemptNo').where('payoutQuery.conversationId', '=', number),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!attempt) return undefined;
  const { attemptNo, merchantNo, subjectNo } = attempt;
  return { lane: attempt.subjectType === 'LOAN' ? subjectNo : attemptNo, merchantNo, subjectNo: attemptNo };
}

function read(fields: unknown): MpesaResult {
  const result = readMpesaResult(fields);
  if (!result) throw new CallbackUnreadable('It is no M-Pesa result');
  return result;
}

/**
 * By our number, which most orders carry; else by the channel's, which its answer named.
 * @throws CallbackHeld where the two name different ones
 */
async function attemptOf(
  tx: Tx,
  attemptNo: string | null,
  conversationId: string | null = null,
): Promise<string | undefined> {
  if (attemptNo === null && conversationId === null) return undefined;
  const found = await tx
    .selectFrom('payoutAttempt')
    .select(['attemptNo', 'conversationId'])
    .where((eb) => eb.or([eb('attemptNo', '=', attemptNo), eb('conversationId', '=', conversationId)]))
    .orderBy('attemptNo')
    .execute();
  const [one, other] = found;
  if (one && other) throw new CallbackHeld(`It names payouts ${one.attemptNo} and ${other.attemptNo} at once`);
  return one?.attemptNo;
}

function wordOfResult(result: MpesaResult): ChannelWord {
  const { isSuccess, transactionId, resultCode: code, description: reason } = result;
  if (!isSuccess) return { is: 'FAILED', code, reason };
  const channelReference = result.parameters.get('TransactionReceipt') ?? transactionId;
  if (!channelReference) throw new CallbackUnreadable('A success without a receipt');
  return { is: 'PAID', channelReference };
}

/** The query succeeds where the transaction is known; what became of it is in the parameters. */
function wordOfStatus(result: MpesaResult): ChannelWord {
  const { isSuccess, resultCode: code, description: reason, parameters } = result;
  if (!isSuccess) return { is: code === NOT_FOUND ? 'NOT_FOUND' : 'PENDING', code, reason };
  const status = parameters.get('TransactionStatus');
  const receipt = parameters.get('ReceiptNo');
  if (status === 'Completed' && receipt) return { is: 'PAID', channelReference: receipt };
  if (status === 'Failed' || status === 'Declined' || status === 'Cancelled' || status === 'Expired') {
    return { is: 'FAILED', code: status, reason: parameters.get('TransactionReason') ?? reason };
  }
  return { is: 'PENDING', code: status ?? code, reason };
}

/**
 * Of the payment that was to be taken back, where the order to do so has no number that could be asked about. While
 * it stands, no reversal of it is known: that counts as failure only when none can be on its way any more.
 */
function wordOfPayment({ parameters }: MpesaResult, reversesReference: string): ChannelWord {
  const status = parameters.get('TransactionStatus') ?? '';
  if (status === 'Reversed') return { is: 'PAID', channelReference: reversesReference };
  const reason = `The payment is ${status}`;
  return { is: status === 'Completed' ? 'NOT_FOUND' : 'PENDING', code: NOT_FOUND, reason };
}

/** Our number at the end of an address. */
const numberIn = (topic: string): string => topic.slice(topic.lastIndexOf('/') + 1);
