import { sql } from 'kysely';
import type { Desk } from './desk.ts';

/** Declined applicants of each merchant who agreed to offers: the next turn of the lists takes them up. */
const AGREED = 4;

/** Sessions in the app, one before each act that needs one, and declined applicants who agreed to offers there. */
export async function appLife(desk: Desk): Promise<void> {
  const { now } = desk;
  await desk.does(async (tx) => {
    await sql`insert into app_session (customer_no, merchant_no, app_version, at)
      select customer_no, merchant_no, case when at > ${now}::timestamptz - interval '30 days' then '3.1.0' else '3.0.2' end,
        at - interval '2 minutes'
      from (select customer_no, merchant_no, created_at as at from customer
        union all select customer_no, merchant_no, apply_time from loan_order
        union all select v.customer_no, c.merchant_no, v.at from market_event v
          join customer c on c.customer_no = v.customer_no) act
      where at <= ${now} order by at`.execute(tx);
    await sql`insert into contact_party (party_kind, merchant_no, phone, party_name, consented_at)
      select distinct on (merchant_no, phone) 'LEAD', merchant_no, phone, customer_name, apply_time
      from (select c.merchant_no, c.phone, c.customer_name, o.apply_time,
          row_number() over (partition by c.merchant_no order by o.apply_time desc, o.order_no) as n
        from loan_order o join customer c on c.customer_no = o.customer_no
        where o.order_status in ('MACHINE_REFUSED', 'REFUSED')
          and o.cool_off_until > (${now}::timestamptz at time zone 'Africa/Nairobi')::date
          and not exists (select from call_entry e where e.phone = c.phone)
          and not exists (select from contact_block b where b.phone = c.phone)) declined
      where n <= ${AGREED}
      on conflict do nothing`.execute(tx);
  });
}
