import { prepaid, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { readPosted } from '../../platform/ledger/index.ts';
import { exchangeOf } from './exchange.ts';
import { priceRuleAt } from './prices.ts';

/** What merchants were charged for. */
export const consumptions = defineList(
  prepaid.consumptionPage,
  (db) => db.selectFrom('merchantConsumption as r'),
  (by) => ({
    scope: by.ofMerchants('r.merchantNo'),
    key: 'r.recordNo',
    missing: 'CONSUMPTION_NOT_FOUND',
    filters: {
      merchantNo: by.is('r.merchantNo'),
      consumptionType: by.is('r.consumptionType'),
      recordNo: by.is('r.recordNo'),
      orderNo: by.is('r.orderNo'),
      consumptionStatus: by.is('r.consumptionStatus'),
      consumedAt: by.days('r.consumedAt'),
      amountCents: by.between('r.amountCents'),
    },
    sorts: { consumedAt: 'r.consumedAt', amountCents: 'r.amountCents' },
    first: [['r.consumedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'r.merchantNo')
        .leftJoin('loanOrder as o', 'o.orderNo', 'r.orderNo')
        .leftJoin('customer as cu', 'cu.customerNo', 'o.customerNo')
        .leftJoin('appUser as a', 'a.userNo', 'r.applicantUserNo')
        .leftJoin('appUser as c', 'c.userNo', 'r.auditorUserNo')
        .select(['r.recordNo', 'r.merchantNo', 'm.merchantName', 'r.consumptionType', 'r.quantity'])
        .select(['r.unitPriceCents', 'r.amountCents', 'r.balanceAfterCents', 'r.orderNo', 'cu.phone'])
        .select(['r.consumedAt', 'r.consumptionStatus', 'r.reverseReason', 'r.reverseRemark'])
        .select(['a.realName as applicantName', 'c.realName as auditorName', 'r.auditRemark'])
        .select(['r.version', 'r.applicantUserNo']),
    row: ({ applicantUserNo, ...row }, { caller: { userNo, codes } }) => {
      const isWaiting = row.consumptionStatus === 'REVERSING';
      const mayDecide = isWaiting && applicantUserNo !== userNo && codes.has('merchant:recharge:audit');
      const is = {
        reverse: row.consumptionStatus === 'CHARGED' && codes.has('merchant:consumption:reverse'),
        approve: mayDecide,
        reject: mayDecide,
      };
      return {
        ...row,
        consumedAt: row.consumedAt.toISOString(),
        allowedActions: (['reverse', 'approve', 'reject'] as const).filter((action) => is[action]),
      };
    },
    personal: { phone: 'phone' },
  }),
);

/** What of consumptions is masked, in full for those who hold the page. */
export const consumptionReveals = rowReveals(consumptions, {
  name: 'consumption',
  title: { en: 'consumptions', zh: '消费记录' },
  page: prepaid.consumptionPage,
  fields: { phone: 'phone' },
});

/** Totals of the charges that match. Cents. */
export async function sumConsumptions(filters: prepaid.ConsumptionFilters, call: Call) {
  const rows = await consumptions.summed(
    filters,
    call,
    async (found) =>
      await found
        .select(['r.consumptionType', sql<number>`count(*)`.as('records')])
        .select(sql<number>`sum(r.amount_cents)::bigint`.as('amountCents'))
        .select(
          sql<number>`coalesce(sum(r.amount_cents) filter
      (where r.consumption_status = 'REVERSED'), 0)::bigint`.as('reversedCents'),
        )
        .groupBy('r.consumptionType')
        .orderBy('r.consumptionType')
        .execute(),
  );
  const sum = (field: 'records' | 'amountCents' | 'reversedCents') =>
    rows.reduce((total, row) => total + row[field], 0);
  const unpaid = await unpaidUses(filters, call);
  return {
    ...unpaid,
    records: sum('records'),
    amountCents: sum('amountCents'),
    reversedCents: sum('reversedCents'),
    byType: rows.map(({ reversedCents: _, ...row }) => row),
  };
}

/** What merchants used and their accounts could not pay, of the merchant and type that are filtered by. */
async function unpaidUses(
  { merchantNo, consumptionType }: prepaid.ConsumptionFilters,
  { db, caller: { scope } }: Call,
) {
  const { unpaid, unpaidCents } = await db
    .selectFrom('merchantUse')
    .select(sql<number>`count(*)::int`.as('unpaid'))
    .select(sql<number>`coalesce(sum(unit_price_cents), 0)::bigint`.as('unpaidCents'))
    .where('useStatus', '=', 'UNPAID')
    .$if(scope !== 'all', (query) =>
      query.where('merchantNo', '=', sql<string>`any(${scope === 'all' ? [] : [...scope.merchantNos]}::text[])`),
    )
    .$if(merchantNo !== undefined, (query) => query.where('merchantNo', '=', merchantNo ?? ''))
    .$if(consumptionType !== undefined, (query) => query.where('consumptionType', '=', consumptionType ?? 'SMS_SENT'))
    .executeTakeFirstOrThrow();
  return { unpaid, unpaidCents };
}

/** A charge with its journals and trail. @throws AppError CONSUMPTION_NOT_FOUND */
export async function readConsumption(recordNo: string, call: Call): Promise<ReplyOf<typeof prepaid.consumption>> {
  const { db, lang } = call;
  const row = await consumptions.one(recordNo, call);
  const { causeNo, balanceCents, journalId, consumedAt } = await db
    .selectFrom('merchantConsumption as r')
    .innerJoin('merchantPrepaid as p', 'p.merchantNo', 'r.merchantNo')
    .select(['r.causeNo', 'r.journalId', 'r.consumedAt', 'p.balanceCents'])
    .where('r.recordNo', '=', recordNo)
    .executeTakeFirstOrThrow();
  // The charge is posted under its cause, which other merchants may share, the mirror under the record.
  const posted = await readPosted(
    db,
    [causeNo, recordNo].map((no) => ({ type: 'CONSUMPTION', no })),
    lang,
  );
  const journals = posted.filter((one) => one.journalId === journalId || one.reversesId === journalId);
  const { merchantNo, consumptionType } = row;
  const price = await priceRuleAt(db, { merchantNo, consumptionType }, consumedAt);
  const exchange = await exchangeOf(db, { merchantNo, consumptionType, causeNo });
  return { row, balanceCents, price, exchange, journals, history: await readHistory(db, 'consumption', recordNo) };
}
