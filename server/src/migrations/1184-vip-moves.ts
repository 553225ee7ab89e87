import { type Kysely, sql } from 'kysely';

/** Which levels a customer had, and since when: a level alone says nothing of the way to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(moves).execute(db);
}

const moves = `
  CREATE TABLE vip_move (
    move_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_no text NOT NULL REFERENCES customer,
    -- Null: without a level.
    level_before integer,
    level_no integer,
    vip_source text NOT NULL CHECK (vip_source IN ('RULE', 'MANUAL')),
    moved_at timestamptz NOT NULL
  );
  CREATE INDEX vip_move_customer ON vip_move (customer_no, move_id DESC);
  -- What is known of those who have a level: the one they have.
  INSERT INTO vip_move (customer_no, level_no, vip_source, moved_at)
    SELECT customer_no, level_no, vip_source, changed_at FROM vip_member ORDER BY changed_at;
`;
