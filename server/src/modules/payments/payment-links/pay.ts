import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Services } from '../../../services.ts';
import { lockLoan } from '../payments/index.ts';
import { boundsOf, lockLink, owedOf, type PromptCall, requestPayment } from '../prompts/index.ts';
import type { PayNotice } from './pay-texts.ts';
import { statusAt } from './read.ts';

/** What pressing the button needs of its request. */
interface Press extends Pick<PromptCall, 'log' | 'requestId' | 'address'> {
  readonly db: Database;
  readonly services: Services;
  readonly linkNo: string;
  readonly requestKey: string;
}

/**
 * Asks the customer's phone to pay what the link asks for, or what is owed where that is less by now. A repeated press
 * has one effect, and so has one while another prompt of the loan is on a phone.
 * @returns why nothing was sent, to be said; null where the page says all.
 */
export async function payByLink({
  db,
  services,
  log,
  requestId,
  address,
  linkNo,
  requestKey,
}: Press): Promise<PayNotice | null> {
  const after: (() => void | Promise<void>)[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      const afterCommit = (task: () => void | Promise<void>) => void after.push(task);
      await ask({ tx, db, services, log, requestId, address, afterCommit }, linkNo, requestKey);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.error === 'PROMPT_LIVE' || error.error === 'ILLEGAL_TRANSITION') return null;
    log.warn({ linkNo, refused: error.error }, 'a payment link could not ask for its payment');
    return 'refused';
  }
  for (const task of after) await task();
  return null;
}

/** The order is locked before its link, as by whoever makes one. */
async function ask(call: PromptCall, linkNo: string, requestKey: string): Promise<void> {
  const { tx } = call;
  const known = await tx.selectFrom('paymentLink').select('orderNo').where('linkNo', '=', linkNo).executeTakeFirst();
  if (!known) return;
  const { orderNo } = known;
  const at = new Date();
  const loan = await lockLoan(tx, orderNo, at);
  const link = await lockLink(tx, linkNo);
  if (!link || statusAt(link, at) !== 'OPEN') return;
  const pressed = await tx
    .selectFrom('paymentPrompt')
    .select('promptNo')
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();
  if (pressed) return;
  const amountCents = Math.min(link.amountCents, boundsOf(owedOf(loan, { billNo: null, billNos: null })).to);
  if (amountCents === 0) return;
  const request = { orderNo, amountCents, billNo: null, billNos: null, caseNo: link.caseNo };
  await requestPayment({ ...request, purpose: 'REQUESTED', link: { linkNo, requestKey } }, call);
}
