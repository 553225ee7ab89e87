import type { ReplyOf, serviceCoupon } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { serviceConfigs } from './service-configs.ts';

type Detail = ReplyOf<typeof serviceCoupon.configDetail>;

/**
 * A setting with its versions, and what came of the coupons that agents asked for by any of them: a coupon costs when
 * it is used, by what it took off.
 * @throws AppError COUPON_CONFIG_NOT_FOUND
 */
export async function readConfig({ configNo }: { readonly configNo: string }, call: Call): Promise<Detail> {
  const { db } = call;
  const row = await serviceConfigs.one(configNo, call);
  const versions = await db
    .selectFrom('serviceCouponConfig')
    .select(['configNo', 'versionNo', 'perSendLimit', 'perDayLimit', 'perApplicationLimit', 'configStatus'])
    .select(['approvedAt', 'supersededAt'])
    .where('couponTemplateNo', '=', row.couponTemplateNo)
    .orderBy('versionNo', 'desc')
    .orderBy('configNo', 'desc')
    .execute();
  const { rows } = await sql<Detail['use']>`with asked as (
      select a.coupon_application_no, a.quantity * cardinality(a.customer_nos) as coupons from coupon_application a
      where a.coupon_template_no = ${row.couponTemplateNo} and a.config_no is not null)
    select (select coalesce(sum(coupons), 0)::int from asked) as asked, count(c.coupon_no)::int as issued,
      count(*) filter (where c.coupon_status = 'USED')::int as used,
      coalesce(sum((select sum(u.used_cents) from coupon_use u where u.coupon_no = c.coupon_no and u.is_live)), 0)::bigint
        as cost_cents
    from asked k join coupon c on c.coupon_application_no = k.coupon_application_no`.execute(db);
  return {
    row,
    versions: versions.map(({ approvedAt, supersededAt, ...one }) => ({
      ...one,
      effectiveFrom: approvedAt?.toISOString() ?? null,
      supersededAt: supersededAt?.toISOString() ?? null,
    })),
    use: rows[0] ?? { asked: 0, issued: 0, used: 0, costCents: 0 },
    history: await readHistory(db, 'serviceCouponConfig', configNo),
  };
}
