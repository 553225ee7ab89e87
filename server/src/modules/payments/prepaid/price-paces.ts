import type { consumptionPrice, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { coveredBy, priceFamily } from './prices.ts';

const DAYS = 14;
const SHOWN = 10;
const DAY_MS = 86_400_000;

interface Version {
  readonly versionNo: number;
  readonly inForceFrom: Date;
  readonly consumptionType: string;
}

interface Pace {
  readonly usesBefore: number;
  readonly centsBefore: number;
  readonly usesAfter: number;
  readonly centsAfter: number;
}

/**
 * Consumption of a price's type around each of its versions, by the merchants that the version counted for and the
 * caller sees. @throws AppError NOT_FOUND
 */
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
  const now = new Date();
  const { rows } = await sql<Version>`
    SELECT v.version_no, v.in_force_from, v.value ->> 'consumptionType' AS consumption_type FROM config_version v
    WHERE v.config_key = ${priceFamily.key} AND v.subject_no = ${`${rule.merchantNo}_${ruleId}`}
      AND v.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND v.in_force_from <= ${now}
    ORDER BY v.in_force_from DESC LIMIT ${SHOWN}`.execute(db);
  return await Promise.all(
    rows.map(async ({ versionNo, inForceFrom, consumptionType }) => {
      // The database knows the moment to the microsecond.
      const covered = await coveredBy(db, { ruleId, consumptionType }, new Date(inForceFrom.getTime() + 1));
      const seen = covered.filter((merchantNo) => seesMerchant(caller.scope, merchantNo));
      const { usesBefore, centsBefore, usesAfter, centsAfter } = await paceOf(db, seen, consumptionType, inForceFrom);
      const days = Math.min(DAYS, Math.max(1, Math.ceil((now.getTime() - inForceFrom.getTime()) / DAY_MS)));
      return {
        versionNo,
        inForceFrom: inForceFrom.toISOString(),
        merchants: seen.length,
        before: { days: DAYS, uses: usesBefore, amountCents: centsBefore },
        after: { days, uses: usesAfter, amountCents: centsAfter },
      };
    }),
  );
}

/** What these merchants consumed in the two weeks before a moment, and in those after it. */
async function paceOf(db: Queryable, merchantNos: readonly string[], consumptionType: string, at: Date): Promise<Pace> {
  const { rows } = await sql<Pace>`
    SELECT count(*) FILTER (WHERE c.consumed_at < ${at})::int AS uses_before,
      coalesce(sum(c.amount_cents) FILTER (WHERE c.consumed_at < ${at}), 0)::bigint AS cents_before,
      count(*) FILTER (WHERE c.consumed_at >= ${at})::int AS uses_after,
      coalesce(sum(c.amount_cents) FILTER (WHERE c.consumed_at >= ${at}), 0)::bigint AS cents_after
    FROM merchant_consumption c
    WHERE c.merchant_no = ANY(${[...merchantNos]}::text[]) AND c.consumption_type = ${consumptionType}
      AND c.consumption_status <> 'REVERSED'
      AND c.consumed_at >= ${at}::timestamptz - make_interval(days => ${DAYS})
      AND c.consumed_at < ${at}::timestamptz + make_interval(days => ${DAYS})`.execute(db);
  return rows[0] ?? { usesBefore: 0, centsBefore: 0, usesAfter: 0, centsAfter: 0 };
}
