import type { ParsedRequestOf, ReplyOf, transfer } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { flowsWithin } from '../payments/index.ts';

type OwnAccount = ReplyOf<typeof transfer.accounts>[number];
type Preview = ReplyOf<typeof transfer.preview>;

/** An average day is that of the last so many. */
const DAYS = 7;

interface Read {
  readonly accountCode: string;
  readonly nameEn: string;
  readonly nameZh: string;
  readonly balance: number;
  readonly inFlight: number;
  readonly out: number;
}

/** Own accounts with what the books of these merchants have on them; null for every merchant. */
async function readBalances(
  db: Queryable,
  merchantNos: readonly string[] | null,
  lang: 'en' | 'zh',
): Promise<OwnAccount[]> {
  const since = addDays(businessDateOf(new Date()), -DAYS);
  const ofMerchants = merchantNos === null ? sql`true` : sql`merchant_no = any(${[...merchantNos]})`;
  const { rows } = await sql<Read>`
    select a.account_code, a.name_en, a.name_zh, coalesce(p.balance, 0)::bigint as balance,
      coalesce(t.in_flight, 0)::bigint as in_flight, coalesce(o.out, 0)::bigint as out
    from account a
    left join (select account_code, sum(amount_cents) as balance
      from bank_sum where ${ofMerchants} group by 1) p using (account_code)
    left join (select account_code, -sum(amount_cents) as out from posting
      where account_code like 'BANK.%' and business_date >= ${since} and amount_cents < 0 and ${ofMerchants}
      group by 1) o using (account_code)
    left join (select source_account_code as account_code, sum(amount_cents) as in_flight from cash_transfer
      where transfer_type = 'OWN_ACCOUNT' and transfer_status in ('APPROVED', 'RELEASING') and ${ofMerchants}
      group by 1) t using (account_code)
    where a.account_code like 'BANK.%' order by a.account_code`.execute(db);
  return rows.map((row) => ({
    accountId: row.accountCode,
    accountName: lang === 'zh' ? row.nameZh : row.nameEn,
    balanceCents: row.balance,
    inFlightCents: row.inFlight,
    availableCents: row.balance - row.inFlight,
    dailyOutCents: Math.round(row.out / DAYS),
  }));
}

/** @throws AppError REFERENCE_UNKNOWN for a merchant outside the caller's scope */
export async function readAccounts(
  { merchantNo }: ParsedRequestOf<typeof transfer.accounts>,
  { db, caller, lang }: Call,
): Promise<OwnAccount[]> {
  if (merchantNo === undefined) return await readBalances(db, merchantsSeen(caller.scope), lang);
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  return await readBalances(db, [merchantNo], lang);
}

/** An average day's money out of an account: below that a release leaves it short for a day. */
export async function lowWaterOf(db: Queryable, merchantNo: string, accountCode: string): Promise<number> {
  const found = (await readBalances(db, [merchantNo], 'en')).find(({ accountId }) => accountId === accountCode);
  return found?.dailyOutCents ?? 0;
}

/** What a transfer would do to both accounts, or the payment that would go back. @throws AppError REFERENCE_UNKNOWN, SERIAL_NOT_FOUND */
export async function previewTransfer(form: ParsedRequestOf<typeof transfer.preview>, call: Call): Promise<Preview> {
  if (form.transferType === 'RETURN_TO_PAYER') {
    return { source: null, target: null, flow: await readFlow(form.flowNo, call) };
  }
  const { amountCents, sourceAccountId, targetAccountId } = form;
  const accounts = await readAccounts({ merchantNo: form.merchantNo }, call);
  const after = (accountId: string, change: number) => {
    const found = accounts.find((account) => account.accountId === accountId);
    if (!found) return null;
    const afterCents = found.availableCents + change;
    const runwayDays = found.dailyOutCents > 0 ? Math.max(0, Math.floor(afterCents / found.dailyOutCents)) : null;
    return { ...found, afterCents, runwayDays };
  };
  return { source: after(sourceAccountId, -amountCents), target: after(targetAccountId, amountCents), flow: null };
}

/** Who requested or decided transfers that the caller sees, for filters. */
export async function readPeople(_: unknown, { db, caller }: Call): Promise<ReplyOf<typeof transfer.people>> {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('appUser as u')
    .select(['u.userNo', 'u.realName'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('cashTransfer as t')
          .select('t.transferNo')
          .where((on) =>
            on('t.applicantUserNo', '=', on.ref('u.userNo')).or('t.auditorUserNo', '=', on.ref('u.userNo')),
          )
          .$if(merchantNos !== null, (query) => query.where('t.merchantNo', 'in', [...(merchantNos ?? []), ''])),
      ),
    )
    .orderBy('u.realName')
    .execute();
}

/** By its number, or the channel's. */
async function readFlow(typed: string, { db, caller }: Call): Promise<Preview['flow']> {
  const flow = await db
    .selectFrom('paymentFlow')
    .innerJoin('merchant', 'merchant.merchantNo', 'paymentFlow.merchantNo')
    .selectAll('paymentFlow')
    .select('merchant.merchantName')
    .where((eb) => eb('paymentFlow.flowNo', '=', typed).or('paymentFlow.paymentCode', '=', typed))
    .where(flowsWithin(caller.scope))
    .limit(1)
    .executeTakeFirst();
  if (!flow) throw new AppError('SERIAL_NOT_FOUND', { fields: ['flowNo'] });
  const orders = await db
    .selectFrom('paymentApplication')
    .select('orderNo')
    .distinct()
    .where('flowNo', '=', flow.flowNo)
    .where('applicationStatus', '=', 'LIVE')
    .execute();
  const { payerName, payerPhone } = flow;
  return {
    flowNo: flow.flowNo,
    merchantNo: flow.merchantNo,
    merchantName: flow.merchantName,
    paymentCode: flow.paymentCode,
    repayTime: flow.repayTime.toISOString(),
    flowStatus: flow.flowStatus,
    payeeName:
      payerName !== null && (caller.isMasked || caller.maskedFields.has('payeeName')) ? maskName(payerName) : payerName,
    payeeAccount: payerPhone === null ? null : maskPhone(payerPhone),
    amountCents: flow.amountCents,
    writableCents: flow.writableCents,
    heldCents: flow.heldCents,
    orderNos: [...new Set([...orders.map(({ orderNo }) => orderNo), ...(flow.orderNo === null ? [] : [flow.orderNo])])],
  };
}
