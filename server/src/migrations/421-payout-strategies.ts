import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The one route of a merchant becomes its first strategy: everything from the float, as its approver agreed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(move).execute(db);
}

// Whoever else is there stands as the maker: who wrote the route down was never kept. A route without an approver was
// sent by hand from the float, which is what a merchant without a strategy does.
const move = `
  DO $$
  DECLARE
    was record;
    maker text;
    rule text;
  BEGIN
    FOR was IN SELECT * FROM lending_route WHERE approver_user_no IS NOT NULL ORDER BY merchant_no LOOP
      SELECT user_no INTO maker FROM app_user WHERE user_no <> was.approver_user_no ORDER BY user_no LIMIT 1;
      CONTINUE WHEN maker IS NULL;
      INSERT INTO config_rule (config_key, merchant_no, created_by) VALUES ('afterLoan.route', was.merchant_no, maker)
        RETURNING rule_id INTO rule;
      INSERT INTO config_version (config_key, subject_no, version_no, value, effective_from, in_force_from,
          stored_status, maker_user_no, editor_user_nos, checker_user_no, reason)
        VALUES ('afterLoan.route', was.merchant_no || '_' || rule, 1, jsonb_build_object(
            'ruleName', left(was.route_name, 30), 'productNos', '[]'::jsonb, 'payoutType', 'MOBILE_MONEY',
            'minAmountCents', 0, 'maxAmountCents', NULL, 'fromTime', '00:00', 'toTime', '23:59',
            'entries', '[{"accountId": "MPESA_FLOAT", "weight": 100, "dailyLimitCents": null, "floorCents": null}]'::jsonb,
            'failOverCodes', '[]'::jsonb, 'autoSend', was.auto_send),
          (was.approved_at AT TIME ZONE 'Africa/Nairobi')::date, was.approved_at, 'IN_FORCE', maker, ARRAY[maker],
          was.approver_user_no, 'The route of before');
    END LOOP;
  END $$;
  DROP TABLE lending_route;
  CREATE INDEX payout_attempt_lent_by_account ON payout_attempt (account_code, lent_on) INCLUDE (amount_cents)
    WHERE attempt_status <> 'FAILED';
`;
