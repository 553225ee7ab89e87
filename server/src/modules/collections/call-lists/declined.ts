import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { isListed, isNumberListed } from '../../parties/blacklist/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import type { RecommendedProduct } from '../node-notices/index.ts';
import { listTypeRules, targetsOffered } from './options.ts';

const LIST_TYPE = 'DECLINED';
const TARGET = 'PARTNER_PRODUCT';
/** Entries of a turn. */
const A_TURN = 1_000;

interface Declined {
  readonly customerNo: string;
  readonly merchantNo: string;
  readonly phone: string;
  readonly consentedAt: Date;
  readonly byMachine: boolean;
  readonly expireAt: Date;
}

/**
 * Lists declined applicants, once a decline, while their cool-off lasts: with the consent on record alone, and with the
 * partner's product that the supermarket recommends to them. Left out are those somebody still calls, who said no since
 * or are not to be called yet. Nobody is listed while the list type or its target is disabled. @returns how many.
 */
export async function listDeclined(
  of: { readonly db: Database; readonly recommended: RecommendedProduct; readonly log: Logger },
  now: Date,
): Promise<number> {
  const { db, recommended, log } = of;
  const rule = (await listTypeRules(db, [LIST_TYPE])).get(LIST_TYPE);
  if (rule === undefined || !(await targetsOffered(db, [TARGET])).has(TARGET)) return 0;
  const { rows } = await sql<Declined>`
    select distinct on (c.merchant_no, c.phone) c.customer_no, c.merchant_no, c.phone, p.consented_at,
      o.order_status = 'MACHINE_REFUSED' as by_machine,
      least(${now}::timestamptz + make_interval(days => ${rule.expireDays}::int),
        o.cool_off_until::timestamp at time zone 'Africa/Nairobi') as expire_at
    from loan_order o join customer c on c.customer_no = o.customer_no
    join contact_party p on p.party_kind = 'LEAD' and p.merchant_no = c.merchant_no and p.phone = c.phone
      and p.consented_at is not null and p.withdrawn_at is null
    where o.order_status in ('MACHINE_REFUSED', 'REFUSED') and o.cool_off_until > ${businessDateOf(now)}::date
      and o.refused_at between ${now}::timestamptz - interval '90 days' and ${now}::timestamptz
      and c.account_status = 'OPEN'
      and not exists (select from loan_order n where n.customer_no = c.customer_no and n.apply_time > o.apply_time)
      and not exists (select from contact_block b where b.phone = c.phone and b.lifted_at is null
        and coalesce(b.expires_at, ${now}) >= ${now})
      and not exists (select from marketing_blacklist x where x.phone = c.phone and x.row_status <> 'DELETED'
        and coalesce(x.expire_at, ${now}) >= ${now})
      and not ${isNumberListed('c', now)} and not ${isListed('c', now)}
      and not exists (select from call_entry e where e.desk = 'TELEMARKETING' and e.merchant_no = c.merchant_no
        and e.phone = c.phone and (e.list_status in ('POOL', 'ASSIGNED') or e.created_at >= o.refused_at
          or e.abandoned_at >= o.refused_at or e.recyclable_at > ${now}
          or e.abandon_reason in ('NUMBER_FAULT', 'OPTED_OUT', 'BLACKLISTED')))
    order by c.merchant_no, c.phone, o.apply_time desc limit ${A_TURN}`.execute(db);
  let listed = 0;
  for (const one of rows) {
    const { customerNo, merchantNo, phone, consentedAt, byMachine, expireAt } = one;
    const scene = byMachine ? 'MACHINE_REFUSED' : 'REFUSED';
    const product = await recommended(db, { customerNo, scene, language: 'en' }, now);
    const made = await db
      .insertInto('callEntry')
      .values({
        desk: 'TELEMARKETING',
        merchantNo,
        phone,
        listType: LIST_TYPE,
        marketingTarget: TARGET,
        optInSource: 'CONSENT_RECORD',
        optInAt: consentedAt,
        marketProductNo: product?.marketProductNo ?? null,
        createdAt: now,
        expireAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    listed += Number(made.numInsertedOrUpdatedRows ?? 0);
  }
  if (listed > 0) log.info({ listed }, 'declined applicants to call');
  return listed;
}
