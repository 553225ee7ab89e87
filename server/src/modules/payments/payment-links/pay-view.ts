import type { Queryable } from '../../../db/database.ts';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { contactsShown } from '../../platform/message-templates/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { shownMethods } from '../payment-methods/index.ts';
import { readToDate } from '../payments/index.ts';
import { boundsOf, owedOf } from '../prompts/index.ts';
import type { PayLanguage, PayNotice } from './pay-texts.ts';
import { owingBills, reachedBy } from './reach.ts';
import { statusAt } from './read.ts';

interface Paybill {
  readonly shortCode: string;
  readonly account: string;
}

/** What a payer sees of a link: the amount, which bills it pays, and no name, number or address of the customer. */
export type PayView = {
  readonly lender: string;
  readonly language: PayLanguage;
  /** The number that the lender shows its customers; null where it shows none. */
  readonly hotline: string | null;
} & (
  | {
      readonly state: 'open';
      readonly amountCents: number;
      readonly bills: readonly {
        readonly dueDate: string;
        readonly isOverdue: boolean;
        readonly amountCents: number;
      }[];
      readonly surplusCents: number;
      /** Its last three digits. */
      readonly phone: string;
      readonly expiresAt: Date;
      readonly notice: PayNotice | null;
      readonly paybill: Paybill | null;
      /** Whether a prompt on the phone is offered. */
      readonly isPrompted: boolean;
    }
  | { readonly state: 'waiting'; readonly amountCents: number }
  | { readonly state: 'paid'; readonly amountCents: number; readonly receipt: string | null }
  | { readonly state: 'expired'; readonly paybill: Paybill | null }
  | { readonly state: 'revoked' | 'nothing' }
);

/** How M-Pesa says that a prompt failed. */
const NOTICES: Readonly<Record<string, PayNotice>> = {
  1: 'funds',
  1032: 'cancelled',
  1037: 'unreached',
  2001: 'pin',
};

/** A link as its page shows it now. */
export async function readPayView(
  { db, services }: { readonly db: Database; readonly services: Services },
  linkNo: string,
  now: Date,
): Promise<PayView> {
  const link = await db
    .selectFrom('paymentLink as l')
    .innerJoin('merchant as m', 'm.merchantNo', 'l.merchantNo')
    .innerJoin('customer as c', 'c.customerNo', 'l.customerNo')
    .innerJoin('loanOrder as o', 'o.orderNo', 'l.orderNo')
    .innerJoin('repayAccount as r', 'r.accountId', 'l.accountId')
    .select([
      'l.merchantNo',
      'l.orderNo',
      'l.linkStatus',
      'l.expiresAt',
      'l.amountCents',
      'l.accountId',
      'm.merchantName',
    ])
    .select(['c.phone', 'c.speakingLanguage', 'o.orderStatus', 'o.repaymentCode', 'r.shortCode'])
    .where('l.linkNo', '=', linkNo)
    .executeTakeFirstOrThrow();
  const language = link.speakingLanguage === 'en' ? 'en' : 'sw';
  const { hotline } = await contactsShown(db, link.merchantNo);
  const shared = { lender: link.merchantName, language, hotline: hotline || null } as const;
  const status = statusAt(link, now);
  const last = await lastPrompt(db, linkNo);
  if (status === 'PAID') {
    return { ...shared, state: 'paid', amountCents: last.paidCents ?? link.amountCents, receipt: last.receipt };
  }
  if (status === 'REVOKED') return { ...shared, state: 'revoked' };
  // The server's own paybill is known by its settings.
  const own = link.accountId === 'MPESA_PAYBILL' ? services.settings.gateways.mpesa?.paybill : undefined;
  const shortCode = own ?? link.shortCode;
  const shown = await shownMethods(db, link.merchantNo);
  const paybill = shortCode === null || !shown.has('PAYBILL') ? null : { shortCode, account: link.repaymentCode };
  const live = await livePrompt(db, link.orderNo);
  if (live) return { ...shared, state: 'waiting', amountCents: live.amountCents };
  if (status === 'EXPIRED') return { ...shared, state: 'expired', paybill };
  const owing = await readToDate(db, link.orderNo, (tx) => owingBills(tx, link.orderNo));
  const amountCents = Math.min(link.amountCents, boundsOf(owedOf(owing, { billNo: null, billNos: null })).to);
  if (amountCents === 0 || link.orderStatus !== 'DISBURSED') return { ...shared, state: 'nothing' };
  const { bills, surplusCents } = reachedBy(amountCents, owing);
  const today = businessDateOf(now);
  return {
    ...shared,
    state: 'open',
    amountCents,
    bills: bills.map(({ dueDate, amountCents: cents }) => ({
      dueDate,
      isOverdue: dueDate < today,
      amountCents: cents,
    })),
    surplusCents,
    phone: `07••\u00A0•••\u00A0${link.phone.slice(-3)}`,
    expiresAt: link.expiresAt,
    notice: last.notice,
    paybill,
    isPrompted: shown.has('MPESA_PROMPT') || paybill === null,
  };
}

async function livePrompt(db: Queryable, orderNo: string) {
  return await db
    .selectFrom('paymentPrompt')
    .select('amountCents')
    .where('orderNo', '=', orderNo)
    .where('promptStatus', 'in', ['CREATED', 'SENT', 'UNKNOWN'])
    .executeTakeFirst();
}

/** How the newest prompt of a link ended, and what was paid by it. */
async function lastPrompt(db: Queryable, linkNo: string) {
  const prompts = await db
    .selectFrom('paymentPrompt')
    .select(['promptStatus', 'resultCode', 'paymentCode', 'amountCents'])
    .where('linkNo', '=', linkNo)
    .orderBy('promptNo', 'desc')
    .limit(20)
    .execute();
  const paid = prompts.find(({ promptStatus }) => promptStatus === 'PAID');
  const [newest] = prompts;
  const notice =
    newest?.promptStatus === 'EXPIRED' ? 'unsure' : newest?.promptStatus === 'FAILED' ? failed(newest) : null;
  return { paidCents: paid?.amountCents ?? null, receipt: paid?.paymentCode ?? null, notice };
}

const failed = ({ resultCode }: { readonly resultCode: string | null }): PayNotice =>
  NOTICES[resultCode ?? ''] ?? 'failed';
