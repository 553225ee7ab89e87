import { type Kysely, sql } from 'kysely';

/**
 * AI calls speak the script of a robot plan that was approved, not one that was typed; and a task may first try itself on
 * a pilot. Older tasks keep the script they were approved with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE ai_push_task ADD plan_no text REFERENCES robot_plan,
    ADD pilot_people integer CHECK (pilot_people > 0)`.execute(db);
  await sql`ALTER TABLE ai_push_task DROP CONSTRAINT ai_push_task_ai_push_fault_check`.execute(db);
  await sql`ALTER TABLE ai_push_task ADD CONSTRAINT ai_push_task_ai_push_fault_check CHECK (ai_push_fault IN
    ('GROUP_CHANGED', 'BUDGET_USED', 'TEMPLATE_DISABLED', 'GATEWAY_REFUSES', 'PLAN_DISABLED', 'PILOT_DONE'))`.execute(
    db,
  );
}
