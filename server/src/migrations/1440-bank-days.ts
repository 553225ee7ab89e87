import { type Kysely, sql } from 'kysely';

/** Sums of past days of our bank accounts: what an account has is read from some rows a day, not from each posting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [tables, late, view]) await sql.raw(part).execute(db);
}

const tables = `
  CREATE TABLE bank_day (
    account_code text NOT NULL REFERENCES account,
    merchant_no text NOT NULL,
    business_date date NOT NULL,
    amount_cents bigint NOT NULL,
    PRIMARY KEY (account_code, merchant_no, business_date)
  );
  -- One row: all days up to this one are kept.
  CREATE TABLE bank_day_mark (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    kept_through date NOT NULL
  );
`;

// A posting that is dated on a kept day adds to its sum in the same transaction. Whoever keeps days waits for those who
// write such postings, and they for it, so that each posting is counted once. Postings of today and yesterday, nearly
// all there are, take no lock: these days are not kept yet.
const late = `
  CREATE FUNCTION add_to_bank_days() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM made WHERE account_code LIKE 'BANK.%'
      AND business_date < (now() AT TIME ZONE 'Africa/Nairobi')::date - 1) THEN
      RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('kituo bank days', 0));
    INSERT INTO bank_day AS b
      SELECT account_code, merchant_no, business_date, sum(amount_cents) FROM made
      WHERE account_code LIKE 'BANK.%' AND business_date <= (SELECT kept_through FROM bank_day_mark)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (account_code, merchant_no, business_date)
        DO UPDATE SET amount_cents = b.amount_cents + excluded.amount_cents;
    RETURN NULL;
  END $$;
  CREATE TRIGGER adds_to_bank_days AFTER INSERT ON posting
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION add_to_bank_days();
`;

const view = `
  CREATE VIEW bank_sum AS
    SELECT account_code, merchant_no, business_date, amount_cents FROM bank_day
    UNION ALL
    SELECT account_code, merchant_no, business_date, amount_cents FROM posting
    WHERE account_code LIKE 'BANK.%'
      AND business_date > coalesce((SELECT kept_through FROM bank_day_mark), '-infinity');
`;
