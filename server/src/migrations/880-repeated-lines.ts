import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Lines of a statement that bring a reference and an amount again (`repeats`: the serial number of the first). Where
 * they come with other details than before, somebody says whether they are the same movement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE recon_line
    ADD COLUMN repeats text,
    ADD COLUMN repeat_status text CHECK (repeat_status IN ('OPEN', 'COUNTED', 'LEFT_OUT')),
    ADD CHECK (repeat_status IS NULL OR repeats IS NOT NULL)`.execute(db);
}
