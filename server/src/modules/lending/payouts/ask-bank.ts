import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type BankGateway, storeCallback } from '../../platform/gateways/index.ts';
import { about, BANK_ANSWER } from './bank-reports.ts';
import type { PayoutRunner } from './send-payout.ts';
import { takeWord } from './take-word.ts';
import type { WatchTimes } from './watch-times.ts';

/**
 * Asks the bank about a payment. Its answer is kept as it came and read like a report of its own; that it knows of none
 * counts once the payment can no longer be on its way.
 */
export async function askBank(
  { db, subjects }: Pick<PayoutRunner, 'db' | 'subjects'>,
  bank: BankGateway,
  attemptNo: string,
  { askedAt, times }: { readonly askedAt: Date; readonly times: WatchTimes },
): Promise<void> {
  const conversationId = randomUUID();
  await db.insertInto('payoutQuery').values({ conversationId, attemptNo, askedAt }).execute();
  const answer = await bank.askStatus(attemptNo);
  await db
    .updateTable('payoutQuery')
    .set({ answeredAt: sql<Date>`now()`, resultCode: answer.isKnown ? 'pain.002' : 'NOT_FOUND' })
    .where('conversationId', '=', conversationId)
    .execute();
  if (answer.isKnown) {
    await storeCallback(db, { topic: BANK_ANSWER, content: answer.content, contentType: 'application/xml' }, { about });
    return;
  }
  const word = { is: 'NOT_FOUND', code: 'NOT_FOUND', reason: 'The bank has no such payment' } as const;
  await db.transaction().execute((tx) => takeWord(tx, subjects, attemptNo, word, { askedAt, times }));
}
