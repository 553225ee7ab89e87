import type { Tx } from '../../../db/database.ts';
import { CallbackHeld, centsOf, type MpesaResult, type OwnShortCodes } from '../../platform/gateways/index.ts';
import type { PayoutAttempt } from './subjects.ts';

/** What a result says of what was moved, each null where it says nothing. */
interface Moved {
  readonly amountCents: number | null;
  /** A phone or a short code. */
  readonly receiver: string | null;
  readonly sender: string | null;
  readonly reversed: string | null;
}

/**
 * Compares what the channel says it did with what it was asked to do: amount, receiver, short code and, of a reversal,
 * the payment. What it does not say is not compared. @throws CallbackHeld where they differ
 */
export function refuseDifference(attempt: PayoutAttempt, result: MpesaResult, ours: OwnShortCodes | null): void {
  const told = movedBy(result);
  const { attemptNo, payeePhone, payeeName, reversesReference } = attempt;
  const differs = (what: string, said: string, asked: string) =>
    new CallbackHeld(`Payout ${attemptNo}: ${what} is ${said}, ${asked} was asked for`);
  if (!result.isSuccess && result.parameters.has('TransactionReceipt')) {
    const receipt = result.parameters.get('TransactionReceipt');
    throw new CallbackHeld(`Payout ${attemptNo} is said to have failed (${result.resultCode}), with ${receipt}`);
  }
  if (told.amountCents !== null && told.amountCents !== attempt.amountCents) {
    throw differs('the amount', kes(told.amountCents), kes(attempt.amountCents));
  }
  const isReversal = reversesReference !== null;
  if (isReversal && told.reversed !== null && told.reversed !== reversesReference) {
    throw differs('the payment taken back', told.reversed, reversesReference);
  }
  const receiver = payeePhone ?? (payeeName === 'BANK.MPESA_PAYBILL' ? ours?.PAYBILL : ours?.FLOAT) ?? null;
  if (told.receiver !== null && receiver !== null && told.receiver !== receiver && isNumber(receiver)) {
    throw differs('the receiver', shown(told.receiver), shown(receiver));
  }
  const isToPhone = payeePhone !== null && !isReversal;
  if (isToPhone && ours && told.sender !== null && told.sender !== ours.FLOAT) {
    throw differs('the short code', told.sender, ours.FLOAT);
  }
}

/** Of the payment that was to be taken back, where the channel was asked about that. @throws CallbackHeld */
export function refuseOtherPayment(attempt: PayoutAttempt, result: MpesaResult): void {
  const { amountCents } = movedBy(result);
  if (amountCents === null || amountCents === attempt.amountCents) return;
  throw new CallbackHeld(
    `Payout ${attempt.attemptNo}: the payment is of ${kes(amountCents)}, ${kes(attempt.amountCents)} was asked for`,
  );
}

/**
 * A receipt is one payment's: of another attempt, or another than this one ended with, it is no repeat.
 * @throws CallbackHeld
 */
export async function refuseOtherReceipt(tx: Tx, attempt: PayoutAttempt, channelReference: string): Promise<void> {
  const { attemptNo, payoutChannel, attemptStatus } = attempt;
  if (attemptStatus === 'SUCCESS' && attempt.channelReference !== channelReference) {
    const before = attempt.channelReference ?? 'none';
    throw new CallbackHeld(`Payout ${attemptNo}: the receipt is ${channelReference}, it was paid with ${before}`);
  }
  const other = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('payoutChannel', '=', payoutChannel)
    .where('channelReference', '=', channelReference)
    .where('attemptNo', '!=', attemptNo)
    .executeTakeFirst();
  if (!other) return;
  throw new CallbackHeld(`Payout ${attemptNo}: receipt ${channelReference} is payout ${other.attemptNo}’s`);
}

function movedBy({ parameters }: MpesaResult): Moved {
  const amount = parameters.get('TransactionAmount') ?? parameters.get('Amount');
  const receiver = parameters.get('ReceiverPartyPublicName') ?? parameters.get('CreditPartyName');
  return {
    amountCents: amount === undefined ? null : centsOf(amount),
    receiver: numberOf(receiver ?? parameters.get('CreditPartyPublicName')),
    sender: numberOf(parameters.get('DebitPartyName')),
    reversed: parameters.get('OriginalTransactionID') ?? null,
  };
}

/** `254712345678 - Wanjiku` → the number; null where it is hidden or missing. */
function numberOf(party: string | undefined): string | null {
  const [, number] = /^\s*\+?(\d{5,12})(?:\s|-|$)/.exec(party ?? '') ?? [];
  if (number === undefined) return null;
  return /^0\d{9}$/.test(number) ? `254${number.slice(1)}` : number;
}

const isNumber = (text: string): boolean => /^\d{5,12}$/.test(text);
const kes = (cents: number): string => `KES ${(cents / 100).toFixed(2)}`;
/** Warnings and lists name no phone in full. */
const shown = (number: string): string => (number.length < 9 ? number : `…${number.slice(-3)}`);
