import type * as z from 'zod/mini';
import { GatewayError } from '../gateway-error.ts';
import type { PulledReceipt } from '../ports.ts';
import type { pullReply } from './wire.ts';

/** More pages than a paybill fills in a day. */
const MAX_PAGES = 2_000;
const FOUND = '1000';
const NOTHING = '1001';

type Page = z.output<typeof pullReply>;

/**
 * All that a short code received on a day. Daraja tells rows from an offset on, as many as it likes: it is asked until
 * nothing new comes.
 * @throws GatewayError REFUSED where Daraja says no, UNKNOWN for rows that cannot be read
 */
export async function pullDay(
  { shortCode, day }: { readonly shortCode: string; readonly day: string },
  ask: (body: Readonly<Record<string, string>>) => Promise<Page>,
): Promise<readonly PulledReceipt[]> {
  const found = new Map<string, PulledReceipt>();
  let offset = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply = await ask({
      ShortCode: shortCode,
      StartDate: `${day} 00:00:00`,
      EndDate: `${day} 23:59:59`,
      OffSetValue: String(offset),
    });
    if (reply.ResponseCode === NOTHING) break;
    if (reply.ResponseCode !== FOUND) {
      throw new GatewayError('REFUSED', reply.ResponseMessage ?? 'Pull Transactions', { code: reply.ResponseCode });
    }
    const rows = Array.isArray(reply.Response) ? reply.Response.flat() : [];
    const before = found.size;
    for (const row of rows) found.set(row.transactionId, receiptOf(row));
    if (found.size === before) break;
    offset += rows.length;
  }
  return [...found.values()];
}

type Row = Exclude<Page['Response'], string | null | undefined>[number][number];

function receiptOf({ transactionId, trxDate, amount, msisdn, sender, billreference }: Row): PulledReceipt {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(trxDate);
  const at = new Date(hasZone ? trxDate : `${trxDate.replace(' ', 'T')}+03:00`);
  if (Number.isNaN(at.getTime())) throw new GatewayError('UNKNOWN', `the time of ${transactionId} cannot be read`);
  const [whole = '', cents = ''] = amount.split('.');
  return {
    transactionId,
    at,
    amountCents: Number(whole) * 100 + Number(cents.padEnd(2, '0')),
    phone: msisdn ?? '',
    sender: sender ?? '',
    reference: billreference ?? '',
  };
}
