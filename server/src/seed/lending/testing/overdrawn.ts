import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

interface Overdrawn {
  readonly merchantNo: string;
  readonly accountCode: string;
  readonly businessDate: string;
}

/** The days on which an account of ours at a bank or channel was below 0. */
export async function overdrawn(db: Database): Promise<Overdrawn[]> {
  const { rows } = await sql<Overdrawn & { balance: number }>`
    select * from (
      select merchant_no, account_code, business_date::text as business_date,
        sum(sum(amount_cents)) over (partition by merchant_no, account_code order by business_date)::bigint as balance
      from posting where account_code like 'BANK.%' group by merchant_no, account_code, business_date) b
    where balance < 0`.execute(db);
  return rows;
}
