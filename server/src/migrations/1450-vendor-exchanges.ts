import { type Kysely, sql } from 'kysely';

/** What 94 AI was asked about a task and what it answered; of people the number of a call and a masked phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE ai_task_exchange (
    exchange_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task_no text NOT NULL REFERENCES ai_task,
    asked text NOT NULL CHECK (asked IN ('START', 'PAUSE', 'RESUME', 'STOP', 'STATUS')),
    request jsonb NOT NULL,
    answer text,
    fault text CHECK (fault IN ('NOT_SENT', 'REFUSED', 'UNKNOWN')),
    asked_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE INDEX ai_task_exchange_of ON ai_task_exchange (task_no, exchange_id DESC)`.execute(db);
}
