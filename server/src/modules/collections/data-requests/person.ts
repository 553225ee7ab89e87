import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

/** By what rows of other tables are found to be of a person, read before anything is erased. */
export interface Person {
  readonly customerNo: string;
  readonly merchantNo: string;
  readonly phone: string;
  /** The number and those before it, without any that is another customer's by now. */
  readonly phones: readonly string[];
  readonly idCardNo: string;
  readonly customerName: string;
  readonly orderNos: readonly string[];
  readonly caseNos: readonly string[];
  readonly attemptIds: readonly number[];
  readonly messageNos: readonly string[];
  /** What stands in place of the number: 2540 begins no number that anybody can have. */
  readonly erasedPhone: string;
}

/** What a row that is about the person says somewhere: for `like any`. */
export const marksOf = ({ phones, idCardNo }: Person): string[] => [...phones, idCardNo].map((mark) => `%${mark}%`);

export const ERASED = '[erased]';
export const ERASED_ID = '0000000';

export async function personOf(db: Queryable, customerNo: string): Promise<Person> {
  const { rows } = await sql<Omit<Person, 'erasedPhone'>>`
    select c.customer_no, c.merchant_no, c.phone, n.phones, c.id_card_no, c.customer_name,
      array(select order_no from loan_order where customer_no = c.customer_no) as order_nos,
      array(select case_no from collection_case where customer_no = c.customer_no) as case_nos,
      array(select attempt_id from contact_attempt where phone = any(n.phones)
        and (customer_no = c.customer_no or customer_no is null and merchant_no = c.merchant_no)
        union select attempt_id from contact_attempt where customer_no = c.customer_no) as attempt_ids,
      array(select message_no from message where destination = any(n.phones)
        and (merchant_no = c.merchant_no or merchant_no is null)) as message_nos
    from customer c cross join lateral (select array_agg(o.phone) as phones from (select c.phone
      union select f.phone from former_phone f where f.customer_no = c.customer_no
        and not exists (select from customer x where x.phone = f.phone and x.customer_no <> c.customer_no)) o) n
    where c.customer_no = ${customerNo}`.execute(db);
  const [person] = rows;
  if (!person) throw new Error(`no customer ${customerNo}`);
  return { ...person, erasedPhone: `2540${customerNo.replace(/\D/g, '').slice(-8).padStart(8, '0')}` };
}

/** Until when the law keeps records of loans and payments of a person; null where nothing is to be kept any more. */
export async function keptUntil(db: Queryable, { customerNo }: Person, keepYears: number): Promise<string | null> {
  const { rows } = await sql<{ last: Date | null }>`
    select greatest(
      (select max(coalesce(closed_at, now())) from loan_order
        where customer_no = ${customerNo} and lending_time is not null),
      (select max(received_at) from payment_flow where customer_no = ${customerNo}),
      (select max(create_time) from wallet_withdrawal where customer_no = ${customerNo})) as last`.execute(db);
  const last = rows[0]?.last;
  if (!last) return null;
  const day = businessDateOf(last);
  const until = `${Number(day.slice(0, 4)) + keepYears}${day.slice(4)}`;
  // 29 February of a year that has none.
  const real = addDays(until.endsWith('02-29') ? until.replace('02-29', '02-28') : until, 0);
  return real > businessDateOf(new Date()) ? real : null;
}
