import { type Kysely, sql } from 'kysely';

/** Whoever loses a claim is told, until they have read why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(read).execute(db);
}

const read = `
  ALTER TABLE follow_application ADD loss_read_at timestamptz;
  CREATE INDEX follow_application_owner ON follow_application (current_owner_no, decided_at)
    WHERE approval_status = 'APPROVED';
`;
