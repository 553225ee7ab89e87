import type { consumptionPrice, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { priceFamily } from './prices.ts';

const DAYS = 14;
const SHOWN = 10;
const DAY_MS = 86_400_000;

interface Pace {
  readonly versionNo: number;
  readonly inForceFrom: Date;
  readonly usesBefore: number;
  readonly centsBefore: number;
  readonly usesAfter: number;
  readonly centsAfter: number;
}

/** Consumption of a price's type around each of its versions. @throws AppError NOT_FOUND */
export async function readPaces(
  { ruleId }: { readonly ruleId: string },
  { db, caller }: Call,
): Promise<ReplyOf<typeof consumptionPrice.paces>> {
  const rule = await db
    .selectFrom('configRule')
    .select('merchantNo')
    .where('ruleId', '=', ruleId)
    .where('configKey', '=', priceFamily.key)
    .executeTakeFirst();
  if (!rule || !seesMerchant(caller.scope, rule.merchantNo)) throw new AppError('NOT_FOUND');
  const { merchantNo } = rule;
  const now = new Date();
  const { rows } = await sql<Pace>`
    SELECT v.version_no, v.in_force_from, sums.* FROM config_version v
    CROSS JOIN LATERAL (SELECT
        count(*) FILTER (WHERE c.consumed_at < v.in_force_from)::int AS uses_before,
        coalesce(sum(c.amount_cents) FILTER (WHERE c.consumed_at < v.in_force_from), 0)::bigint AS cents_before,
        count(*) FILTER (WHERE c.consumed_at >= v.in_force_from)::int AS uses_after,
        coalesce(sum(c.amount_cents) FILTER (WHERE c.consumed_at >= v.in_force_from), 0)::bigint AS cents_after
      FROM merchant_consumption c WHERE c.merchant_no = ${merchantNo} AND c.consumption_type = v.value ->> 'consumptionType'
        AND c.consumption_status <> 'REVERSED'
        AND c.consumed_at >= v.in_force_from - make_interval(days => ${DAYS})
        AND c.consumed_at < v.in_force_from + make_interval(days => ${DAYS})) sums
    WHERE v.config_key = ${priceFamily.key} AND v.subject_no = ${`${merchantNo}_${ruleId}`}
      AND v.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND v.in_force_from <= ${now}
    ORDER BY v.in_force_from DESC LIMIT ${SHOWN}`.execute(db);
  return rows.map(({ versionNo, inForceFrom, usesBefore, centsBefore, usesAfter, centsAfter }) => ({
    versionNo,
    inForceFrom: inForceFrom.toISOString(),
    before: { days: DAYS, uses: usesBefore, amountCents: centsBefore },
    after: {
      days: Math.min(DAYS, Math.max(1, Math.ceil((now.getTime() - inForceFrom.getTime()) / DAY_MS))),
      uses: usesAfter,
      amountCents: centsAfter,
    },
  }));
}
