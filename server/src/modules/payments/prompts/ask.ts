import type { paymentPrompt, ReplyOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ContactQuestion, passGate } from '../../collections/contacts/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { type LockedLoan, lockLoan } from '../payments/index.ts';

/** What M-Pesa takes from a phone at once. */
const CAP_CENTS = 250_000_00;
/** Less is asked for only where less is owed. */
const LEAST_CENTS = 100_00;

export interface PromptRequest {
  readonly orderNo: string;
  readonly amountCents: number;
  /** The bills that the amount may not exceed; null for all of the order's. */
  readonly billNos: readonly string[] | null;
  /** The one bill that was named. */
  readonly billNo: string | null;
  readonly caseNo: string | null;
  readonly purpose: Extract<ContactQuestion['purpose'], 'SERVICE' | 'COLLECTION' | 'REQUESTED'>;
  /** Where the customer asks by a link: which, and the press of its button. */
  readonly link?: { readonly linkNo: string; readonly requestKey: string };
}

/** What asking needs of a call; nobody is signed in where a customer asks. */
export type PromptCall = Pick<
  CommandCall,
  'tx' | 'db' | 'log' | 'services' | 'requestId' | 'address' | 'afterCommit'
> & {
  readonly caller?: Pick<CommandCall['caller'], 'userNo' | 'sessionId'>;
};

/**
 * Asks the borrower's phone to pay for a loan. Nothing is posted: the money comes by its confirmation and goes the way
 * of every payment that carries the order's code. Sent after the commit.
 * @throws AppError ILLEGAL_TRANSITION, BILL_NOT_FOUND, LINK_AMOUNT_RANGE, WHOLE_SHILLINGS, GATEWAY_MISSING,
 *   PROMPT_LIVE, CONTACT_…
 */
export async function requestPayment(
  request: PromptRequest,
  call: PromptCall,
): Promise<ReplyOf<typeof paymentPrompt.create>> {
  const { tx, caller, services } = call;
  const { orderNo, amountCents, billNo, caseNo, purpose, link } = request;
  const at = new Date();
  const loan = await lockLoan(tx, orderNo, at);
  const { merchantNo, customerNo, orderStatus, repaymentCode } = loan.order;
  if (orderStatus !== 'DISBURSED') {
    const facts = { subject: 'order', state: orderStatus, command: 'prompt' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  refuseAmount(owedOf(loan, request), amountCents);
  if (!services.engine.gateways.money) throw new AppError('GATEWAY_MISSING');
  await refuseLive(tx, orderNo);
  const { phone } = await tx
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  // It lights the phone up as a message does, and counts as one.
  const question = { phone, purpose, channel: 'SMS', customerNo, merchantNo, at } as const;
  const about = { orderNo, caseNo, userNo: caller?.userNo ?? null, templateCode: 'MPESA_PROMPT' };
  const content = `M-Pesa prompt: KES ${(amountCents / 100).toFixed(2)}`;
  const attemptId = await passGate(call, question, { ...about, content });
  const { promptNo, promptStatus } = await tx
    .insertInto('paymentPrompt')
    .values({
      merchantNo,
      customerNo,
      orderNo,
      billNo,
      caseNo,
      phone,
      amountCents,
      attemptId,
      accountReference: repaymentCode,
      madeBy: caller?.userNo ?? null,
      linkNo: link?.linkNo ?? null,
      requestKey: link?.requestKey ?? null,
    })
    .returning(['promptNo', 'promptStatus'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `prompt ${promptNo}`);
  await writeAudit(tx, call, {
    action: 'paymentPrompt.create',
    subjectType: 'prompt',
    subjectNo: promptNo,
    merchantNo,
    after: { promptStatus, orderNo, billNo, caseNo, amountCents, ...(link && { linkNo: link.linkNo }) },
  });
  call.afterCommit(() => services.engine.prompt(promptNo));
  return { promptNo, promptStatus, amountCents, attemptId };
}

/** What may be requested: what is open, and what is still claimed of a loss. @throws AppError BILL_NOT_FOUND */
export function owedOf(
  { open, claims }: Pick<LockedLoan, 'open' | 'claims'>,
  { billNo, billNos }: Pick<PromptRequest, 'billNo' | 'billNos'>,
): number {
  const isMeant = (one: string) => (billNo === null || one === billNo) && (billNos === null || billNos.includes(one));
  const bills = [
    ...open.map((bill) => ({ billNo: bill.billNo, cents: totalOf(bill.outstanding) })),
    ...claims.map((bill) => ({ billNo: bill.billNo, cents: bill.claimCents })),
  ].filter((bill) => isMeant(bill.billNo));
  if (billNo !== null && bills.length === 0) throw new AppError('BILL_NOT_FOUND');
  return bills.reduce((sum, { cents }) => sum + cents, 0);
}

/** M-Pesa moves whole shillings, so the last cents of a loan may be rounded up. */
export function boundsOf(
  owedCents: number,
  { minCents, maxCents }: Bounds = { minCents: LEAST_CENTS, maxCents: CAP_CENTS },
): { readonly from: number; readonly to: number } {
  const wholeCents = Math.ceil(owedCents / 100) * 100;
  return { from: Math.min(minCents, wholeCents), to: Math.min(maxCents, CAP_CENTS, wholeCents) };
}

/** Cents: the receiving account's own bounds. */
interface Bounds {
  readonly minCents: number;
  readonly maxCents: number;
}

/** @throws AppError LINK_AMOUNT_RANGE, WHOLE_SHILLINGS */
export function refuseAmount(owedCents: number, amountCents: number, bounds?: Bounds): void {
  const { from, to } = boundsOf(owedCents, bounds);
  if (amountCents < from || amountCents > to) {
    const facts = { from: (from / 100).toFixed(2), to: (to / 100).toFixed(2) };
    throw new AppError('LINK_AMOUNT_RANGE', { fields: ['amountCents'], facts });
  }
  if (amountCents % 100 !== 0) throw new AppError('WHOLE_SHILLINGS', { fields: ['amountCents'] });
}

/** The order is locked: two who ask at once come here one after the other. */
async function refuseLive(tx: Tx, orderNo: string): Promise<void> {
  const live = await tx
    .selectFrom('paymentPrompt')
    .select('promptNo')
    .where('orderNo', '=', orderNo)
    .where('promptStatus', 'in', ['CREATED', 'SENT', 'UNKNOWN'])
    .executeTakeFirst();
  if (live) throw new AppError('PROMPT_LIVE', { facts: { promptNo: live.promptNo } });
}
