import type { consumptionPrice, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { priceAfter } from './prices.ts';

const MONTHS = 3;
/** Merchants at most. */
const SHOWN = 20;

/** The first day of the month so many months before. */
function monthBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/** What so many uses of a month cost by a price. Pure. */
export function costOfMonth(value: consumptionPrice.ConsumptionPrice, uses: number): number {
  let cents = 0;
  for (let before = 0; before < uses; before += 1) cents += priceAfter(value, before);
  return cents;
}

interface Month {
  readonly merchantNo: string;
  readonly month: string;
  readonly uses: number;
  readonly chargedCents: number;
}

/**
 * What a price would have charged each of its merchants in the last three whole months, the biggest change first.
 * @throws AppError REFERENCE_UNKNOWN
 */
export async function priceImpact(
  { merchantNo, value }: ParsedRequestOf<typeof consumptionPrice.impact>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof consumptionPrice.impact>> {
  const { consumptionType, otherMerchantNos, isForAll } = value;
  const isHidden = [merchantNo, ...otherMerchantNos].some((one) => !seesMerchant(caller.scope, one));
  if (isHidden) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  if (isForAll && caller.scope !== 'all') throw new AppError('REFERENCE_UNKNOWN', { fields: ['value.isForAll'] });
  const today = businessDateOf(new Date());
  const [from, until] = [monthBefore(today, MONTHS), monthBefore(today, 0)].map(startOfBusinessDate);
  const named = [merchantNo, ...otherMerchantNos];
  const merchants = await db
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName'])
    .$if(!isForAll, (query) => query.where('merchantNo', 'in', named))
    .execute();
  const { rows } = await sql<Month>`
    SELECT u.merchant_no, to_char(u.at AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM') AS month, sum(u.uses)::int AS uses,
      sum(u.cents)::bigint AS charged_cents
    FROM (SELECT merchant_no, consumed_at AS at, quantity AS uses, amount_cents AS cents FROM merchant_consumption
        WHERE consumption_type = ${consumptionType} AND consumption_status <> 'REVERSED'
      UNION ALL SELECT merchant_no, used_at, 1, 0 FROM merchant_use
        WHERE consumption_type = ${consumptionType} AND use_status IN ('FREE', 'UNPRICED')) u
    WHERE u.at >= ${from} AND u.at < ${until} AND (${isForAll} OR u.merchant_no = ANY(${named}::text[]))
    GROUP BY 1, 2`.execute(db);
  const months = Array.from({ length: MONTHS }, (_, back) => monthBefore(today, back + 1).slice(0, 7)).toReversed();
  const each = merchants.map((merchant) => {
    const own = rows.filter((row) => row.merchantNo === merchant.merchantNo);
    return {
      ...merchant,
      months: months.map((month) => {
        const { uses = 0, chargedCents = 0 } = own.find((row) => row.month === month) ?? {};
        return { month, uses, chargedCents, repricedCents: costOfMonth(value, uses) };
      }),
    };
  });
  return each.toSorted((one, other) => changeOf(other.months) - changeOf(one.months)).slice(0, SHOWN);
}

/** Cents that it would have charged more, or less. Pure. */
const changeOf = (months: readonly { readonly chargedCents: number; readonly repricedCents: number }[]): number =>
  Math.abs(months.reduce((sum, { chargedCents, repricedCents }) => sum + repricedCents - chargedCents, 0));
