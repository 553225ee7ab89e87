import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Tx } from '../../../db/database.ts';
import {
  type CallbackTopics,
  CallbackUnreadable,
  type MpesaResult,
  readMpesaResult,
} from '../../platform/gateways/index.ts';
import { lockAttempt, markUnknown } from './attempts.ts';
import { warnOfContradiction } from './contradiction.ts';
import type { PayoutSubjects } from './subjects.ts';
import { type ChannelWord, takeWord } from './watch-payouts.ts';
import { WATCH_TIMES, type WatchTimes } from './watch-times.ts';

/** Daraja's code for "no such transaction" in the answer to a status query. */
const NOT_FOUND = '2032';
const ACKNOWLEDGED = { ResultCode: 0, ResultDesc: 'Accepted' };

/**
 * What M-Pesa says about payouts and reversals: their results, their expiry in the queue, and the answers to
 * status queries. `subjects` is asked for at the time: it is put together after this.
 */
export function payoutTopics(options: {
  readonly subjects: () => PayoutSubjects;
  readonly log: Logger;
  readonly times?: WatchTimes;
}): CallbackTopics {
  const { subjects, log, times = WATCH_TIMES } = options;
  const take = async (tx: Tx, attemptNo: string, word: ChannelWord, askedAt: Date | null = null) => {
    const end = await takeWord(tx, subjects(), attemptNo, word, { askedAt, times });
    if (end === 'contradicted') {
      log.error({ attemptNo, word }, 'the channel contradicts the recorded end of a payout');
      const isPaid = word.is === 'PAID';
      await warnOfContradiction(tx, await lockAttempt(tx, attemptNo), { isPaid });
    }
    return 'processed' as const;
  };
  // It waited in M-Pesa's queue for too long. Whether it went through all the same, only a query tells.
  const doubt = async (tx: Tx, number: string) => {
    const attempt = await attemptOf(tx, number);
    if (!attempt) return 'ignored' as const;
    await markUnknown(tx, attempt);
    return 'processed' as const;
  };
  return {
    'mpesa/b2c/result': {
      acknowledgement: ACKNOWLEDGED,
      handle: async (tx, fields) => {
        const result = read(fields);
        const attempt = await attemptOf(tx, result.originatorConversationId, result.conversationId);
        return attempt ? await take(tx, attempt, wordOfResult(result)) : 'ignored';
      },
    },
    'mpesa/b2c/timeout': {
      acknowledgement: ACKNOWLEDGED,
      handle: async (tx, fields) => await doubt(tx, read(fields).originatorConversationId),
    },
    'mpesa/reversal/result/*': {
      acknowledgement: ACKNOWLEDGED,
      handle: async (tx, fields, { callback }) => {
        const result = read(fields);
        const attempt = await attemptOf(tx, numberIn(callback.topic));
        return attempt ? await take(tx, attempt, wordOfResult(result)) : 'ignored';
      },
    },
    'mpesa/reversal/timeout/*': {
      acknowledgement: ACKNOWLEDGED,
      handle: async (tx, _fields, { callback }) => await doubt(tx, numberIn(callback.topic)),
    },
    'mpesa/status/result': {
      acknowledgement: ACKNOWLEDGED,
      handle: async (tx, fields) => {
        const result = read(fields);
        const asked = await tx
          .updateTable('payoutQuery')
          .set({ answeredAt: sql`now()`, resultCode: result.resultCode })
          .where('conversationId', '=', result.originatorConversationId)
          .returning(['attemptNo', 'askedAt'])
          .executeTakeFirst();
        // The answer may come before the asking is written down, or after its reply was lost.
        const number = result.parameters.get('OriginatorConversationID') ?? '';
        const attempt = asked?.attemptNo ?? (await attemptOf(tx, number, number));
        if (!attempt) return 'ignored';
        const { reversesReference } = await lockAttempt(tx, attempt);
        const isOfPayment = reversesReference !== null && result.parameters.get('ReceiptNo') === reversesReference;
        const word = isOfPayment ? wordOfPayment(result, reversesReference) : wordOfStatus(result);
        return await take(tx, attempt, word, asked?.askedAt);
      },
    },
    'mpesa/status/timeout': { acknowledgement: ACKNOWLEDGED, handle: async () => 'processed' },
  };
}

function read(fields: unknown): MpesaResult {
  const result = readMpesaResult(fields);
  if (!result) throw new CallbackUnreadable('no M-Pesa result');
  return result;
}

/** By our number, which most orders carry; else by the channel's, which its answer named. */
async function attemptOf(tx: Tx, attemptNo: string, conversationId: string | null = null): Promise<string | undefined> {
  const found = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where((eb) =>
      conversationId === null
        ? eb('attemptNo', '=', attemptNo)
        : eb.or([eb('attemptNo', '=', attemptNo), eb('conversationId', '=', conversationId)]),
    )
    .executeTakeFirst();
  return found?.attemptNo;
}

function wordOfResult(result: MpesaResult): ChannelWord {
  const { isSuccess, transactionId, resultCode: code, description: reason } = result;
  if (!isSuccess) return { is: 'FAILED', code, reason };
  const channelReference = result.parameters.get('TransactionReceipt') ?? transactionId;
  if (!channelReference) throw new CallbackUnreadable('a success without a receipt');
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
