import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { type Accepted, GatewayError, type MoneyGateway, type OwnAccount } from '../../platform/gateways/index.ts';
import { markSent, markUnknown, resolveAttempt } from './attempts.ts';
import type { PayoutAttempt, PayoutSubjects } from './subjects.ts';
import { LEAVES_WITHIN_SECONDS } from './watch-times.ts';

declare module '../../../engine.ts' {
  interface Engine {
    /** Sends an attempt that was created and committed; nothing without a money gateway: the watch does it then. */
    send(attemptNo: string): Promise<void>;
  }
}

/** What paying out needs beside a transaction. */
export interface PayoutRunner {
  readonly db: Database;
  readonly money: MoneyGateway;
  readonly subjects: PayoutSubjects;
  readonly log: Logger;
}

/** Takes a payment back; else to a phone, or from one of our accounts to another: then the payee is an account of ours. */
async function order({ db, money }: Pick<PayoutRunner, 'db' | 'money'>, attempt: PayoutAttempt): Promise<Accepted> {
  const { attemptNo, amountCents, payeePhone, payeeName, accountCode } = attempt;
  const remark = `${attempt.subjectType} ${attempt.subjectNo}`;
  const { reversesReference: transactionId } = attempt;
  if (transactionId !== null) {
    const taken = await money.reverse({ attemptNo, transactionId, amountCents, remark });
    // The number that it can be asked about by.
    return { ...taken, conversationId: taken.originatorConversationId };
  }
  if (payeePhone !== null) {
    const fromShortCode = await shortCodeOf(db, accountCode);
    return await money.pay({
      attemptNo,
      amountCents,
      phone: payeePhone,
      remark,
      ...(fromShortCode && { fromShortCode }),
    });
  }
  const to = OWN_ACCOUNTS[payeeName ?? ''];
  const from = OWN_ACCOUNTS[accountCode];
  if (!from || !to) throw new GatewayError('NOT_SENT', `no account ${payeeName}`);
  return await money.moveOwn({ attemptNo, amountCents, from, to, remark });
}

/** Of a payout account that a strategy chose; null for the float, whose number is configured with the channel. */
async function shortCodeOf(db: Database, accountCode: string): Promise<string | null> {
  if (accountCode in OWN_ACCOUNTS) return null;
  const account = await db
    .selectFrom('loanerAccount')
    .select('shortCode')
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  if (!account?.shortCode) throw new GatewayError('NOT_SENT', `no short code of ${accountCode}`);
  return account.shortCode;
}

/** What the channel calls the accounts of the ledger. */
const OWN_ACCOUNTS: Readonly<Record<string, OwnAccount>> = {
  'BANK.MPESA_PAYBILL': 'PAYBILL',
  'BANK.MPESA_FLOAT': 'FLOAT',
};

/**
 * Sends an attempt: SENT is committed first, so a crash in between leaves something to ask about, then the
 * channel is called once. A clear no ends it as FAILED; a doubt makes it UNKNOWN; a yes waits for the
 * callback. Nothing is thrown for what the channel does. `at`: when it is written as sent; where that is long ago by
 * the time it would leave, it does not.
 * @throws AppError PAYOUT_NOT_FOUND, ILLEGAL_TRANSITION where it was sent before.
 */
export async function sendPayout(runner: PayoutRunner, attemptNo: string, at = new Date()): Promise<void> {
  const { db, subjects, log } = runner;
  const attempt = await db.transaction().execute((tx) => markSent(tx, subjects, attemptNo, at));
  try {
    if (Date.now() - at.getTime() > LEAVES_WITHIN_SECONDS * 1_000) {
      throw new GatewayError('NOT_SENT', 'it would have left too late');
    }
    const { conversationId } = await order(runner, attempt);
    await db.updateTable('payoutAttempt').set({ conversationId }).where('attemptNo', '=', attemptNo).execute();
  } catch (error) {
    const isClearNo = error instanceof GatewayError && error.fault !== 'UNKNOWN';
    log.warn({ err: error, attemptNo }, 'a payout was not taken on');
    await db.transaction().execute(async (tx) => {
      if (!isClearNo) return await markUnknown(tx, attemptNo);
      const failCode = error.code ?? error.fault;
      const failReason = error.message;
      await resolveAttempt(tx, subjects, attemptNo, { isPaid: false, failCode, failReason });
    });
  }
}
