import type { consumptionPrice, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { priceAfter } from './prices.ts';

const MONTHS = 3;

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
  readonly month: string;
  readonly uses: number;
  readonly chargedCents: number;
}

/** What a price would have charged a merchant in the last three whole months. @throws AppError REFERENCE_UNKNOWN */
export async function priceImpact(
  { merchantNo, value }: ParsedRequestOf<typeof consumptionPrice.impact>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof consumptionPrice.impact>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const today = businessDateOf(new Date());
  const [from, until] = [monthBefore(today, MONTHS), monthBefore(today, 0)].map(startOfBusinessDate);
  const { consumptionType } = value;
  const { rows } = await sql<Month>`
    SELECT to_char(u.at AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM') AS month, sum(u.uses)::int AS uses,
      sum(u.cents)::bigint AS charged_cents
    FROM (SELECT consumed_at AS at, quantity AS uses, amount_cents AS cents FROM merchant_consumption
        WHERE merchant_no = ${merchantNo} AND consumption_type = ${consumptionType} AND consumption_status <> 'REVERSED'
      UNION ALL SELECT used_at, 1, 0 FROM merchant_use
        WHERE merchant_no = ${merchantNo} AND consumption_type = ${consumptionType}
          AND use_status IN ('FREE', 'UNPRICED')) u
    WHERE u.at >= ${from} AND u.at < ${until} GROUP BY 1`.execute(db);
  const months = Array.from({ length: MONTHS }, (_, back) => monthBefore(today, back + 1).slice(0, 7)).toReversed();
  return months.map((month) => {
    const { uses = 0, chargedCents = 0 } = rows.find((row) => row.month === month) ?? {};
    return { month, uses, chargedCents, repricedCents: costOfMonth(value, uses) };
  });
}
