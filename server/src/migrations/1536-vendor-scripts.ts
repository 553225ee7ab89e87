import { type Kysely, sql } from 'kysely';

/**
 * The scripts that 94 AI offers, by name; whom the gate refused after a task was sent, taken back from the vendor; and
 * when what a report tells of happened, by the vendor's clock, and in which network.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE ai_script (
    script_code text PRIMARY KEY,
    script_name text NOT NULL,
    languages text[] NOT NULL DEFAULT '{}',
    is_offered boolean NOT NULL DEFAULT true,
    seen_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`ALTER TABLE ai_task_item ADD COLUMN withdrawn_at timestamptz`.execute(db);
  await sql`ALTER TABLE ai_task_exchange DROP CONSTRAINT ai_task_exchange_asked_check,
    ADD CONSTRAINT ai_task_exchange_asked_check
      CHECK (asked IN ('START', 'PAUSE', 'RESUME', 'STOP', 'STATUS', 'WITHDRAW'))`.execute(db);
  await sql`ALTER TABLE gateway_callback_state ADD COLUMN told_at timestamptz, ADD COLUMN told_network text`.execute(
    db,
  );
  await sql`CREATE INDEX gateway_callback_robot ON gateway_callback_state (received_at)
    WHERE topic = 'robot/call'`.execute(db);
  await sql`INSERT INTO dictionary_entry (dict_key, value, label, sort)
    SELECT 'WARNING_SOURCE', 'ROBOT_SILENT', '{"en": "Robot reports late", "zh": "机器人回调延迟"}'::jsonb, 240
    WHERE EXISTS (SELECT FROM dictionary_entry WHERE dict_key = 'WARNING_SOURCE') ON CONFLICT DO NOTHING`.execute(db);
}
