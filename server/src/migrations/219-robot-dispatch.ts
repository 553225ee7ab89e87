import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A robot's calls wait for their sending as messages and calls by staff do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_dispatch drop constraint contact_dispatch_channel_check,
    add constraint contact_dispatch_channel_check check (channel in ('CALL', 'SMS', 'ROBOT'))`.execute(db);
}
