import { GatewayError } from '../gateway-error.ts';
import type { C2bCallback, ResultCallback, StkCallback } from './wire.ts';

/** What a result callback says, in our words. */
export interface MpesaResult {
  readonly conversationId: string;
  readonly originatorConversationId: string;
  readonly isSuccess: boolean;
  /** Daraja's: 0 success, 1 balance insufficient, 2001 initiator wrong, 17 limit … */
  readonly resultCode: string;
  readonly description: string;
  /** The receipt, `SKJ7H2K9QA`; null where there is none. */
  readonly transactionId: string | null;
  readonly parameters: ReadonlyMap<string, string>;
}

export function readResult({ Result: result }: ResultCallback): MpesaResult {
  const list = result.ResultParameters?.ResultParameter ?? [];
  const parameters = new Map<string, string>();
  for (const { Key, Value } of Array.isArray(list) ? list : [list]) {
    if (Value != null) parameters.set(Key, String(Value));
  }
  return {
    conversationId: result.ConversationID,
    originatorConversationId: result.OriginatorConversationID,
    isSuccess: Number(result.ResultCode) === 0,
    resultCode: String(result.ResultCode),
    description: result.ResultDesc,
    transactionId: parameters.get('ReceiptNo') ?? result.TransactionID ?? null,
    parameters,
  };
}

/** A payment that reached the paybill. */
export interface MpesaReceipt {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly paidAt: Date;
  readonly shortCode: string;
  /** What the customer typed as the account. */
  readonly accountReference: string;
  /** 254 and 9 digits, or the hash that Daraja sends where numbers are hidden. */
  readonly payerPhone: string;
  readonly payerName: string | null;
}

/** @throws GatewayError REFUSED where amount or time are not what Daraja sends. */
export function readReceipt(callback: C2bCallback): MpesaReceipt {
  const names = [callback.FirstName, callback.MiddleName, callback.LastName];
  return {
    transactionId: callback.TransID,
    amountCents: centsOf(callback.TransAmount),
    paidAt: instantOf(callback.TransTime),
    shortCode: callback.BusinessShortCode,
    accountReference: callback.BillRefNumber.trim(),
    payerPhone: callback.MSISDN,
    payerName: names.filter(Boolean).join(' ') || null,
  };
}

/** The end of a payment that we asked the customer's phone for. */
export interface StkOutcome {
  readonly checkoutRequestId: string;
  readonly isPaid: boolean;
  /** 0 paid, 1032 cancelled by the customer, 1037 phone not reached, 1 balance insufficient … */
  readonly resultCode: string;
  readonly description: string;
  readonly amountCents: number | null;
  readonly transactionId: string | null;
  readonly paidAt: Date | null;
  readonly payerPhone: string | null;
}

export function readStkOutcome({ Body: { stkCallback: body } }: StkCallback): StkOutcome {
  const items = new Map((body.CallbackMetadata?.Item ?? []).map(({ Name, Value }) => [Name, Value] as const));
  const amount = items.get('Amount');
  const time = items.get('TransactionDate');
  const text = (name: string) => (items.get(name) === undefined ? null : String(items.get(name)));
  return {
    checkoutRequestId: body.CheckoutRequestID,
    isPaid: body.ResultCode === 0,
    resultCode: String(body.ResultCode),
    description: body.ResultDesc,
    amountCents: amount === undefined ? null : centsOf(amount),
    transactionId: text('MpesaReceiptNumber'),
    paidAt: time === undefined ? null : instantOf(String(time)),
    payerPhone: text('PhoneNumber'),
  };
}

/**
 * Shillings as Daraja writes them, in cents, without passing through a float.
 * @throws GatewayError REFUSED
 */
export function centsOf(shillings: string | number): number {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(shillings).replaceAll(',', '').trim());
  if (!match) throw new GatewayError('REFUSED', `"${shillings}" is no amount`);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** `20261120153000` in Nairobi. @throws GatewayError REFUSED */
function instantOf(time: string): Date {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  if (Number.isNaN(instant.getTime())) throw new GatewayError('REFUSED', `"${time}" is no time`);
  return instant;
}
