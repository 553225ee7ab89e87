import { type Kysely, sql } from 'kysely';

/** Files that an e-mail of the outbox carries: written with it, deleted once it has left or is given up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
}

const table = `
  CREATE TABLE message_attachment (
    message_no text NOT NULL REFERENCES message ON DELETE CASCADE,
    file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
    content_type text NOT NULL,
    content bytea NOT NULL CHECK (length(content) BETWEEN 1 AND 10485760),
    PRIMARY KEY (message_no, file_name)
  );
`;
