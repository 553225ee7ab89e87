import {
  type MpesaReceipt,
  type MpesaResult,
  readReceipt,
  readResult,
  readStkOutcome,
  type StkOutcome,
} from './facts.ts';
import { c2bCallback, resultCallback, stkCallback } from './wire.ts';

/** Null where the fields are not a result of Daraja's. */
export function readMpesaResult(fields: unknown): MpesaResult | null {
  const read = resultCallback.safeParse(fields);
  return read.success ? readResult(read.data) : null;
}

/** Null where the fields are no payment to a paybill. @throws CallbackUnreadable for a bad amount or time. */
export function readMpesaReceipt(fields: unknown): MpesaReceipt | null {
  const read = c2bCallback.safeParse(fields);
  return read.success ? readReceipt(read.data) : null;
}

/** Null where the fields are not the end of a payment requested on a phone. */
export function readMpesaStk(fields: unknown): StkOutcome | null {
  const read = stkCallback.safeParse(fields);
  return read.success ? readStkOutcome(read.data) : null;
}
