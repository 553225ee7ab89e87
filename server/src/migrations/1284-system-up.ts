import { type Kysely, sql } from 'kysely';

/** Since when, and until when, the system was up without a break; between two rows it was down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(upTimes).execute(db);
}

const upTimes = `
  CREATE TABLE system_up (
    began_at timestamptz PRIMARY KEY,
    last_at timestamptz NOT NULL,
    CHECK (last_at >= began_at)
  );
  CREATE INDEX system_up_last ON system_up (last_at);
`;
