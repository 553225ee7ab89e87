import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import {
  type Accepted,
  type BankGateway,
  GatewayError,
  type MoneyGateway,
  type OwnAccount,
} from '../../platform/gateways/index.ts';
import { markSent, markUnknown, resolveAttempt } from './attempts.ts';
import type { PayoutAttempt, PayoutSubjects } from './subjects.ts';
import { LEAVES_WITHIN_SECONDS, MAX_WAIT_SECONDS } from './watch-times.ts';

declare module '../../../engine.ts' {
  interface Engine {
    /** Sends an attempt that was created and committed; nothing without the gateway of its channel: the watch does it then. */
    send(attemptNo: string): Promise<void>;
  }
}

/** What paying out needs beside a transaction. */
export interface PayoutRunner {
  readonly db: Database;
  readonly money: MoneyGateway | null;
  /** Of payouts to bank accounts. */
  readonly bank?: BankGateway | null;
  readonly subjects: PayoutSubjects;
  readonly log: Logger;
}

/** To a bank account; or takes a payment back; else to a phone, or from one of our accounts to another: then the payee is an account of ours. */
async function order(
  { db, money, bank = null }: Pick<PayoutRunner, 'db' | 'money' | 'bank'>,
  attempt: PayoutAttempt,
  at: Date,
): Promise<Pick<Accepted, 'conversationId'>> {
  if (attempt.payoutChannel === 'BANK') {
    if (!bank) throw new GatewayError('NOT_SENT', 'no bank gateway');
    await payToBank(db, bank, attempt, at);
    return { conversationId: null };
  }
  if (!money) throw new GatewayError('NOT_SENT', 'no M-Pesa gateway');
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

async function payToBank(db: Database, bank: BankGateway, attempt: PayoutAttempt, at: Date): Promise<void> {
  const { attemptNo, amountCents, payeeName, payeeBankCode, payeeAccountNo, accountCode, subjectType, subjectNo } =
    attempt;
  const own = await db
    .selectFrom('loanerAccount')
    .select(['accountName', 'bankCode', 'accountNo'])
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  if (!own?.accountNo) throw new GatewayError('NOT_SENT', `no account number of ${accountCode}`);
  if (payeeBankCode === null || payeeAccountNo === null) throw new GatewayError('NOT_SENT', 'no account to pay to');
  await bank.pay({
    attemptNo,
    amountCents,
    from: { name: own.accountName, bankCode: own.bankCode, accountNo: own.accountNo },
    to: { name: payeeName ?? payeeAccountNo, bankCode: payeeBankCode, accountNo: payeeAccountNo },
    remark: `${subjectType} ${subjectNo}`,
    at,
  });
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
  if (!(await hasGateway(runner, attemptNo))) return;
  const attempt = await db.transaction().execute((tx) => markSent(tx, subjects, attemptNo, at));
  try {
    if (Date.now() - at.getTime() > LEAVES_WITHIN_SECONDS * 1_000) {
      throw new GatewayError('NOT_SENT', 'it would have left too late');
    }
    if (at.getTime() - attempt.createdAt.getTime() > MAX_WAIT_SECONDS * 1_000) {
      throw new GatewayError('NOT_SENT', 'it waited for its gateway for more than a day');
    }
    const { conversationId } = await order(runner, attempt, at);
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

/** Without the gateway of its channel an attempt stays as it is: it has not left. */
async function hasGateway({ db, money, bank }: PayoutRunner, attemptNo: string): Promise<boolean> {
  const attempt = await db
    .selectFrom('payoutAttempt')
    .select('payoutChannel')
    .where('attemptNo', '=', attemptNo)
    .executeTakeFirst();
  return attempt?.payoutChannel === 'BANK' ? Boolean(bank) : Boolean(money);
}
