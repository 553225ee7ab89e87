import { type Kysely, sql } from 'kysely';

/** The share of an AI employee as a night lowered it, of one version of its configuration; a new version begins again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE ai_share_cut (
    rule_id text NOT NULL REFERENCES config_rule,
    version_no integer NOT NULL,
    share_percent integer NOT NULL CHECK (share_percent BETWEEN 0 AND 100),
    of_people_percent integer NOT NULL,
    lowered_at timestamptz NOT NULL,
    PRIMARY KEY (rule_id, version_no, lowered_at)
  )`.execute(db);
}
