import { type ColumnType, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { shownMoment } from '../../../ground/shown-time.ts';

interface ChannelReceiptTable {
  paymentChannel: string;
  paymentCode: string;
  accountCode: string;
  amountCents: number;
  repayTime: Date;
  payerName: string | null;
  payerPhone: string | null;
  askedBy: string;
  askedAt: ColumnType<Date, Date | undefined, Date>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    channelReceipt: ChannelReceiptTable;
  }
}

/** A payment as its channel has it. */
export interface ChannelReceipt {
  readonly accountCode: string;
  readonly amountCents: number;
  readonly repayTime: Date;
  /** Who paid, where the channel was asked and said so; the phone in full. */
  readonly payerName: string | null;
  readonly payerPhone: string | null;
  /** Where the channel said so: on a statement of the account, or when it was asked. */
  readonly toldBy: 'STATEMENT' | 'QUERY';
}

/**
 * What the channel says of a serial number, on an account of the merchant; null where it never said anything. A line
 * that may repeat another one says nothing until somebody decided about it.
 */
export async function channelReceiptOf(
  db: Queryable,
  of: {
    readonly merchantNo: string;
    readonly paymentChannel: string;
    readonly paymentCode: string;
    readonly accountCode?: string | null;
  },
): Promise<ChannelReceipt | null> {
  const { merchantNo, paymentChannel, paymentCode, accountCode = null } = of;
  const { rows } = await sql<ChannelReceipt>`
    with own as (select account_code, payment_company from money_account
      where (merchant_nos = '{}' or ${merchantNo} = any(merchant_nos))
        and (${accountCode}::text is null or account_code = ${accountCode}))
    select told.account_code, told.amount_cents, told.repay_time, told_by, payer.payer_name, payer.payer_phone from (
      select own.account_code, l.amount_cents, l.happened_at as repay_time, 'STATEMENT' as told_by, 0 as place
      from own join recon_line l on l.account_code = own.account_code and l.serial = ${paymentCode} and l.kind = 'IN'
      where own.payment_company = ${paymentChannel} and coalesce(l.repeat_status, 'COUNTED') = 'COUNTED'
      union all
      select r.account_code, r.amount_cents, r.repay_time, 'QUERY', 1
      from own join channel_receipt r on r.account_code = own.account_code
      where r.payment_channel = ${paymentChannel} and r.payment_code = ${paymentCode}) told
    left join channel_receipt payer on payer.account_code = told.account_code
      and payer.payment_channel = ${paymentChannel} and payer.payment_code = ${paymentCode}
    order by place, told.account_code limit 1`.execute(db);
  return rows[0] ?? null;
}

const MINUTE_MS = 60_000;

/** The field of a typed payment that its channel has otherwise, with what it has; null where none. Times to the minute. */
export function unlike(
  told: ChannelReceipt,
  typed: { readonly amountCents: number; readonly repayTime: Date },
): { readonly field: 'amountCents' | 'repayTime'; readonly facts: Readonly<Record<string, string>> } | null {
  const facts = { amount: (told.amountCents / 100).toFixed(2), paidAt: shownMoment(told.repayTime) };
  if (told.amountCents !== typed.amountCents) return { field: 'amountCents', facts };
  const apart = Math.abs(told.repayTime.getTime() - typed.repayTime.getTime());
  return apart < MINUTE_MS ? null : { field: 'repayTime', facts };
}
