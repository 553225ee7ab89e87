import { type Kysely, sql } from 'kysely';

/** When a statement's line was taken in, and incoming lines by day from the index alone, for the financial report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(lines).execute(db);
}

const lines = `
  ALTER TABLE recon_line ADD recorded_at timestamptz NOT NULL DEFAULT now();
  UPDATE recon_line l SET recorded_at = s.at
    FROM (SELECT run_id, max(imported_at) AS at FROM recon_statement GROUP BY run_id) s WHERE s.run_id = l.run_id;
  CREATE INDEX recon_line_incoming ON recon_line (run_id) INCLUDE (amount_cents, recorded_at)
    WHERE kind = 'IN' AND (repeat_status IS NULL OR repeat_status = 'COUNTED');
`;
