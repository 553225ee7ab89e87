import { type RawBuilder, sql } from 'kysely';

/**
 * How marketing texts of a merchant look: who they are from, and the words that end them, of its route for all networks,
 * else of the route of all merchants. SQL of a JSON object; null where no route is enabled.
 */
export const marketingFaceOf = (merchantNo: RawBuilder<unknown>) => sql<{
  readonly senderId: string | null;
  readonly optOutText: string;
} | null>`(select json_build_object('optOutText', r.value ->> 'optOutText', 'senderId',
    (select string_agg(distinct a.sender_id, ', ') from jsonb_array_elements(r.value -> 'accounts') as s (value)
      join sms_account a on a.account_code = s.value ->> 'accountCode'))
  from sms_route_now r where r.subject_no in (${merchantNo} || '_MARKETING_ALL', 'ALL_MARKETING_ALL')
    and r.route_status <> 'DISABLED' order by r.merchant_no nulls last limit 1)`;
