import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { type BankAccount, partnerPostings, postJournal } from '../../modules/platform/ledger/index.ts';
import { addDays, type BusinessDate } from '../../modules/platform/policy/index.ts';
import type { SeedPeople } from './seed-order.ts';

interface Shortfall {
  readonly merchantNo: string;
  readonly account: BankAccount;
  readonly firstDate: BusinessDate;
  readonly lowestCents: number;
}

/** A round sum is paid in, a quarter more than was needed: tomorrow's loans go out of it, too. */
const SPARE = 1.25;
const ROUND_CENTS = 100_000_00;

/** The number of the newest journal; 0 in an empty book. */
export async function newestJournal(db: Database): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select case when is_called then last_value else 0 end as newest from journal_number`.execute(db);
  return rows[0]?.newest ?? 0;
}

/**
 * Pays in, on the day before the first loan of each merchant, the capital that the journals made since drew on: no
 * account of ours was below 0 on any day. A multiplied book has it once a copy.
 */
export async function fundAccounts(db: Database, sinceJournal: number, people: SeedPeople): Promise<void> {
  const { rows } = await sql<Shortfall>`
    with day as (
      select merchant_no, account_code, business_date, sum(amount_cents) as moved from posting
      where journal_id > ${sinceJournal} and account_code like 'BANK.%' group by 1, 2, 3
    ), book as (
      select *, sum(moved) over (partition by merchant_no, account_code order by business_date) as balance,
        min(business_date) over (partition by merchant_no) as first_date from day
    )
    select merchant_no, account_code as account, first_date::text as first_date, min(balance)::bigint as lowest_cents
    from book group by 1, 2, 3 having min(balance) < 0 order by 1, 2`.execute(db);
  await db.transaction().execute(async (tx) => {
    for (const { merchantNo, account, firstDate, lowestCents } of rows) {
      const amountCents = Math.ceil((-lowestCents * SPARE) / ROUND_CENTS) * ROUND_CENTS;
      await postJournal(tx, {
        kind: 'CAPITAL',
        businessDate: addDays(firstDate, -1),
        merchantNo,
        cause: { type: 'CAPITAL', no: merchantNo },
        idempotencyKey: `capital/${merchantNo}/${account}/${sinceJournal}`,
        lines: partnerPostings.capitalPaidIn({ bank: account, amountCents }),
        makerUserNo: people.reviewers[0] ?? '',
        checkerUserNo: people.checker,
      });
    }
  });
}
