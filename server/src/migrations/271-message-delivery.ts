import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/** What the SMS gateway calls a message of the outbox, and how it says that it ended. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(columns).execute(db);
}

const columns = `
  ALTER TABLE message
    ADD gateway_reference text CHECK (length(gateway_reference) <= 200),
    ADD delivery_outcome text CHECK (delivery_outcome IN ('SENT', 'DELIVERED', 'FAILED')),
    ADD delivery_told_at timestamptz,
    ADD CHECK (delivery_outcome IS NULL OR gateway_reference IS NOT NULL);
  CREATE UNIQUE INDEX message_gateway_reference ON message (gateway_reference)
    WHERE gateway_reference IS NOT NULL;
`;
