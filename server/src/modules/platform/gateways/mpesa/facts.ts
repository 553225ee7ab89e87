import { CallbackUnreadable } from '../callbacks/topics.ts';
import type { C2bCallback, ResultCallback, StkCallback } from './wire.ts';

/** What a result callback says, in our words. */
export interface MpesaResult {
  /** The channel's; null where it is not told. */
  readonly conversationId: string | null;
  /** Ours, where we gave one. */
  readonly originatorConversationId: string | null;
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
    const told = Value?.trim();
    if (!told) continue;
    const before = parameters.get(Key);
    if (before !== undefined && before !== told) throw new CallbackUnreadable(`${Key} is told twice, differently`);
    parameters.set(Key, told);
  }
  return {
    conversationId: result.ConversationID?.trim() || null,
    originatorConversationId: result.OriginatorConversationID?.trim() || null,
    isSuccess: Number(result.ResultCode) === 0,
    resultCode: result.ResultCode,
    description: result.ResultDesc ?? '',
    transactionId: parameters.get('ReceiptNo') ?? (result.TransactionID?.trim() || null),
    parameters,
  };
}

/** A payment that reached the paybill. */
export interface MpesaReceipt {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly paidAt: Date;
  /** The number that was paid to; null where it is not told. */
  readonly shortCode: string | null;
  /** What the customer typed as the account; '' where nothing is told. */
  readonly accountReference: string;
  /** 254 and 9 digits, or the hash that Daraja sends where numbers are hidden; null where it is not told. */
  readonly payerPhone: string | null;
  readonly payerName: string | null;
}

/** @throws CallbackUnreadable where amount or time are not what Daraja sends. */
export function readReceipt(callback: C2bCallback): MpesaReceipt {
  const names = [callback.FirstName, callback.MiddleName, callback.LastName];
  return {
    transactionId: callback.TransID,
    amountCents: centsOf(callback.TransAmount),
    paidAt: instantOf(callback.TransTime),
    shortCode: callback.BusinessShortCode?.trim() || null,
    accountReference: callback.BillRefNumber?.trim() ?? '',
    payerPhone: callback.MSISDN?.trim() || null,
    payerName: names.flatMap((name) => name?.trim() || []).join(' ') || null,
  };
}

/** The end of a payment that we asked the customer's phone for. */
export interface StkOutcome {
  readonly checkoutRequestId: string | null;
  readonly isPaid: boolean;
  /** 0 paid, 1032 cancelled by the customer, 1037 phone not reached, 1 balance insufficient … */
  readonly resultCode: string;
  readonly description: string;
  readonly amountCents: number | null;
  readonly transactionId: string | null;
  readonly paidAt: Date | null;
  readonly payerPhone: string | null;
}

/** @throws CallbackUnreadable where amount or time are not what Daraja sends. */
export function readStkOutcome({ Body: { stkCallback: body } }: StkCallback): StkOutcome {
  const items = new Map<string, string>();
  for (const { Name, Value } of body.CallbackMetadata?.Item ?? []) {
    const told = Value?.trim();
    if (!told) continue;
    const before = items.get(Name);
    if (before !== undefined && before !== told) throw new CallbackUnreadable(`${Name} is told twice, differently`);
    items.set(Name, told);
  }
  const [amount, time] = [items.get('Amount'), items.get('TransactionDate')];
  return {
    checkoutRequestId: body.CheckoutRequestID?.trim() || null,
    isPaid: Number(body.ResultCode) === 0,
    resultCode: body.ResultCode,
    description: body.ResultDesc ?? '',
    amountCents: amount === undefined ? null : centsOf(amount),
    transactionId: items.get('MpesaReceiptNumber') ?? null,
    paidAt: time === undefined ? null : instantOf(time),
    payerPhone: items.get('PhoneNumber') ?? null,
  };
}

/**
 * Shillings as Daraja writes them, in cents, without passing through a float.
 * @throws CallbackUnreadable, for 0 as well
 */
export function centsOf(shillings: string | number): number {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(shillings).replaceAll(',', '').trim());
  const cents = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0;
  if (cents === 0) throw new CallbackUnreadable(`"${shillings}" is no amount`);
  return cents;
}

/** `20261120153000` in Nairobi. @throws CallbackUnreadable */
function instantOf(time: string): Date {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  if (Number.isNaN(instant.getTime())) throw new CallbackUnreadable(`"${time}" is no time`);
  return instant;
}
