import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What customers ask about their personal data, with the day the law gives; and what an erasure did, for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(requests).execute(db);
  await sql.raw(erasable).execute(db);
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('dataRights', '2020-01-01', ${JSON.stringify(POLICY)}::jsonb)`.execute(db);
}

/** Days of the Data Protection (General) Regulations, 2021; years of the anti-money-laundering law. See docs/data-requests.md. */
const POLICY = { accessDays: 7, correctionDays: 14, objectionDays: 14, erasureDays: 14, keepYears: 7 };

const requests = `
  CREATE SEQUENCE data_request_number;
  CREATE TABLE data_request (
    request_no text PRIMARY KEY DEFAULT 'DR' || lpad(nextval('data_request_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    request_kind text NOT NULL CHECK (request_kind IN ('ACCESS', 'CORRECTION', 'OBJECTION', 'ERASURE')),
    request_channel text NOT NULL
      CHECK (request_channel IN ('APP', 'CALL', 'EMAIL', 'LETTER', 'VISIT', 'REGULATOR')),
    request_status text NOT NULL DEFAULT 'RECEIVED'
      CHECK (request_status IN ('RECEIVED', 'VERIFIED', 'AWAITING_APPROVAL', 'FULFILLED', 'DECLINED')),
    received_on date NOT NULL,
    due_on date NOT NULL,
    -- The version of the policy that set the day: dataRights@2020-01-01.
    due_by_rule text NOT NULL,
    statement text NOT NULL CHECK (length(statement) BETWEEN 1 AND 2000),
    voucher_ids text[] NOT NULL DEFAULT '{}',
    identity_check text CHECK (identity_check IN ('ID_DOCUMENT', 'CALL_BACK', 'APP_SIGN_IN', 'REPRESENTATIVE')),
    verified_by text REFERENCES app_user,
    verified_at timestamptz,
    handler_user_no text REFERENCES app_user,
    corrections jsonb,
    objection_scope text CHECK (objection_scope IN ('MARKETING', 'ALL')),
    copy_job_no text,
    submitted_by text REFERENCES app_user,
    answer text CHECK (length(answer) <= 1000),
    created_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    closed_at timestamptz,
    version integer NOT NULL DEFAULT 0,
    CHECK ((verified_at IS NULL) = (identity_check IS NULL)),
    CHECK ((closed_at IS NULL) = (request_status NOT IN ('FULFILLED', 'DECLINED'))),
    CHECK (due_on >= received_on)
  );
  CREATE UNIQUE INDEX data_request_one_open ON data_request (customer_no, request_kind)
    WHERE request_status NOT IN ('FULFILLED', 'DECLINED');
  CREATE INDEX data_request_due ON data_request (due_on, request_no);
  CREATE INDEX data_request_received ON data_request (received_on, request_no);

  CREATE TABLE data_request_event (
    event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_no text NOT NULL REFERENCES data_request,
    command text NOT NULL,
    from_status text,
    to_status text NOT NULL,
    -- Null where the request for approval expired.
    user_no text REFERENCES app_user,
    note text,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX data_request_event_request ON data_request_event (request_no, event_id);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON data_request_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

  CREATE TABLE data_erasure (
    request_no text PRIMARY KEY REFERENCES data_request,
    customer_no text NOT NULL REFERENCES customer,
    -- The very text that the hash is of.
    content text NOT NULL,
    proof_hash text NOT NULL CHECK (proof_hash ~ '^[0-9a-f]{64}$'),
    maker_user_no text NOT NULL REFERENCES app_user,
    checker_user_no text NOT NULL REFERENCES app_user,
    erased_at timestamptz NOT NULL,
    CHECK (maker_user_no <> checker_user_no)
  );
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON data_erasure
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON data_erasure
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

/**
 * Append-only tables that hold personal data stay append-only, but for one thing: while an approved erasure runs, its
 * personal columns may become empty, a number that nobody can have, or [erased]. Nothing else of a row may change.
 */
const erasable = `
  CREATE FUNCTION refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE name text;
  BEGIN
    IF TG_OP = 'UPDATE'
      AND to_jsonb(OLD) - TG_ARGV = to_jsonb(NEW) - TG_ARGV
      AND EXISTS (SELECT FROM data_request WHERE request_no = current_setting('kituo.erasure', true)
        AND request_kind = 'ERASURE' AND request_status = 'AWAITING_APPROVAL') THEN
      FOREACH name IN ARRAY TG_ARGV LOOP
        IF to_jsonb(NEW) ->> name IS DISTINCT FROM to_jsonb(OLD) ->> name
          AND to_jsonb(NEW) ->> name !~ '^(2540[0-9]{8}|\\[erased\\])$' THEN
          RAISE EXCEPTION '%.% may only be erased', TG_TABLE_NAME, name USING ERRCODE = 'integrity_constraint_violation';
        END IF;
      END LOOP;
      RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  ${[
    ['contact_attempt', "'phone', 'content'"],
    ['contact_result', "'recording_url'"],
    ['contact_transcript', "'said'"],
    ['case_follow_up', "'email', 'remark'"],
    ['case_event', "'reason'"],
    ['feedback_event', "'note'"],
    ['data_request_event', "'note'"],
    ['order_event', "'remark'"],
    ['wallet_reward', "'invitee_phone'"],
  ]
    .map(
      ([table, columns]) => `
  DROP TRIGGER append_only ON ${table};
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure(${columns});`,
    )
    .join('')}
`;
