import { type Kysely, sql } from 'kysely';

/** What the due-date rule of the day of disbursement says of a loan beyond its due dates; null: no rule, or none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}

const columns = `
  ALTER TABLE loan_order
    ADD due_cutoff text CHECK (due_cutoff ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    ADD due_grace_days integer CHECK (due_grace_days BETWEEN 0 AND 30),
    ADD reminder_days integer[];
  COMMENT ON COLUMN loan_order.due_cutoff IS 'Payments after this minute (EAT) count for the next day.';
  COMMENT ON COLUMN loan_order.due_grace_days IS 'Late fees begin after these days, or after those of the product where they are more.';
  COMMENT ON COLUMN loan_order.reminder_days IS 'Days from the due date, 0 or negative, at which the due reminder goes out; null: three days before.';
`;
