import { type Kysely, sql } from 'kysely';

/** What a campaign cost is summed as it is spent, not counted anew for each person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(costs).execute(db);
}

const costs = `
  ALTER TABLE sms_marketing_task
    -- Of the budget: what messages cost, and at the usual price those the gateway has not priced.
    ADD spent_cents bigint NOT NULL DEFAULT 0;
  ALTER TABLE sms_marketing_recipient
    ADD cost_cents bigint NOT NULL DEFAULT 0,
    -- Whether the cost is the gateway's own word.
    ADD is_priced boolean NOT NULL DEFAULT false,
    -- The gateway's code of a message that failed: AbsentSubscriber, 406.
    ADD provider_code text;
  ALTER TABLE contact_result ADD provider_code text;
  UPDATE sms_marketing_recipient SET skipped_for = substr(skipped_for, 9) WHERE skipped_for LIKE 'CONTACT\\_%';
  ALTER TABLE sms_marketing_recipient ADD CHECK (skipped_for IN
    ('CLOSED_ACCOUNT', 'BLOCKED', 'BLACKLISTED', 'NO_CONSENT', 'CAP', 'DEATH', 'DISPUTE', 'COMPLAINT', 'OFFICIAL',
      'WRONG_NUMBER', 'OBJECTED', 'DO_NOT_CALL', 'NO_PARTY', 'NOT_AGREED', 'HOURS', 'STOPPED'));
  UPDATE sms_marketing_recipient r SET cost_cents = k.cents, is_priced = true
    FROM (SELECT attempt_id, max(cost_cents) AS cents FROM contact_result GROUP BY 1) k
    WHERE k.attempt_id = r.attempt_id AND k.cents IS NOT NULL;
  UPDATE sms_marketing_recipient SET cost_cents = segments * 80 WHERE NOT is_priced AND sent_at IS NOT NULL;
  UPDATE sms_marketing_task t SET spent_cents = (SELECT coalesce(sum(r.cost_cents), 0)
    FROM sms_marketing_recipient r WHERE r.task_no = t.task_no);
  -- Messages of which more is to be heard, and those that wait for their price.
  CREATE INDEX sms_marketing_recipient_open ON sms_marketing_recipient (sent_at)
    WHERE recipient_status IN ('SENT', 'UNKNOWN');
  CREATE INDEX sms_marketing_recipient_unpriced ON sms_marketing_recipient (sent_at)
    WHERE sent_at IS NOT NULL AND NOT is_priced;
`;
