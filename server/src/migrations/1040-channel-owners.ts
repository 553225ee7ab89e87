import { type Kysely, sql } from 'kysely';

/**
 * Who owns a channel now. A version names its owner or leaves the choice to the automatic assignment; afterwards channels
 * change hands without a new version, each time with a sheet that the successor accepts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(owners).execute(db);
}

const owners = `
  CREATE TABLE channel_owner (
    rule_id text PRIMARY KEY REFERENCES config_rule,
    user_no text NOT NULL REFERENCES app_user,
    since timestamptz NOT NULL
  );
  CREATE TABLE channel_handover (
    handover_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rule_id text NOT NULL REFERENCES config_rule,
    from_user_no text NOT NULL REFERENCES app_user,
    to_user_no text NOT NULL REFERENCES app_user,
    by_user_no text NOT NULL REFERENCES app_user,
    reason text NOT NULL,
    spent_cents bigint NOT NULL CHECK (spent_cents >= 0),
    daily_budget_cents bigint NOT NULL CHECK (daily_budget_cents > 0),
    daily_cap integer NOT NULL CHECK (daily_cap >= -1),
    first_overdue_percent integer CHECK (first_overdue_percent BETWEEN 0 AND 100),
    at timestamptz NOT NULL,
    accepted_at timestamptz CHECK (accepted_at >= at),
    CHECK (from_user_no <> to_user_no)
  );
  CREATE INDEX channel_handover_rule ON channel_handover (rule_id, handover_id DESC);
  CREATE VIEW channel_now AS
    SELECT n.rule_id, n.merchant_no, n.rule_status, n.value, n.value ->> 'channelCode' AS channel_code,
      coalesce(o.user_no, n.value ->> 'ownerUserNo') AS owner_user_no
    FROM config_rule_now n LEFT JOIN channel_owner o ON o.rule_id = n.rule_id
    WHERE n.config_key = 'operation.putChannel';
`;
