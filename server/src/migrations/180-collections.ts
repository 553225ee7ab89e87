import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Collection: cases of orders or bills, who works them, what was promised and what was done. Assignments,
 * events and follow-ups are append-only; that a case in work has exactly one collector, the database holds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [cases, assignments, oneCollector, work, promises]) {
    await sql.raw(part).execute(db);
  }
}

const cases = `
  CREATE SEQUENCE case_number;
  CREATE TABLE collection_case (
    case_no text PRIMARY KEY DEFAULT 'CS' || lpad(nextval('case_number')::text, 10, '0'),
    case_scope text NOT NULL CHECK (case_scope IN ('ORDER', 'BILL')),
    order_no text NOT NULL REFERENCES loan_order,
    merchant_no text NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    case_status text NOT NULL DEFAULT 'POOL'
      CHECK (case_status IN ('POOL', 'COLLECTING', 'RETAINED', 'BAD_DEBT_POOL', 'CLOSED')),
    case_level text NOT NULL CHECK (case_level IN ('S0', 'S1', 'S2', 'S3', 'S4', 'S5')),
    collection_level text NOT NULL CHECK (collection_level IN ('S0', 'S1', 'S2', 'S3', 'S4', 'S5')),
    collector_user_no text REFERENCES app_user,
    oldest_due_on date NOT NULL,
    status_before_bad_debt text CHECK (status_before_bad_debt IN ('COLLECTING', 'RETAINED')),
    bad_debt_reason text,
    bad_debt_remark text CHECK (length(bad_debt_remark) <= 200),
    bad_debt_evidence text[] NOT NULL DEFAULT '{}',
    bad_debt_entered_at timestamptz,
    bad_debt_entered_by text REFERENCES app_user,
    opened_at timestamptz NOT NULL DEFAULT now(),
    closed_at timestamptz,
    out_reason text CHECK (out_reason IN ('SETTLED', 'ROLLED_OVER', 'VOID')),
    dpd_at_out integer,
    due_at_entry_cents bigint NOT NULL,
    follow_up_count integer NOT NULL DEFAULT 0,
    last_follow_up_at timestamptz,
    last_action_code text,
    last_overdue_reason text,
    next_follow_up_at timestamptz,
    levelled_on date NOT NULL,
    version bigint NOT NULL DEFAULT 0,
    CHECK ((case_status = 'CLOSED') = (closed_at IS NOT NULL)),
    CHECK ((case_status = 'CLOSED') = (out_reason IS NOT NULL))
  );
  CREATE UNIQUE INDEX case_one_open_an_order ON collection_case (order_no)
    WHERE case_scope = 'ORDER' AND case_status <> 'CLOSED';
  CREATE INDEX case_order ON collection_case (order_no);
  CREATE INDEX case_customer ON collection_case (customer_no);
  CREATE INDEX case_newest ON collection_case (case_scope, opened_at DESC, case_no DESC);
  CREATE INDEX case_open_by_age ON collection_case (case_scope, oldest_due_on, case_no)
    WHERE case_status <> 'CLOSED';
  CREATE INDEX case_collector ON collection_case (collector_user_no, case_scope, oldest_due_on)
    WHERE collector_user_no IS NOT NULL;
  CREATE INDEX case_pool ON collection_case (merchant_no, oldest_due_on) WHERE case_status = 'POOL';
  CREATE INDEX case_out ON collection_case (case_scope, closed_at DESC) WHERE case_status = 'CLOSED';

  CREATE TABLE case_bill (
    case_no text NOT NULL REFERENCES collection_case,
    bill_no text NOT NULL REFERENCES bill,
    entered_at timestamptz NOT NULL DEFAULT now(),
    is_open boolean NOT NULL DEFAULT true,
    PRIMARY KEY (case_no, bill_no)
  );
  CREATE UNIQUE INDEX case_bill_one_open ON case_bill (bill_no) WHERE is_open;
  CREATE INDEX case_bill_bill ON case_bill (bill_no);

  CREATE TABLE bill_step (
    bill_no text NOT NULL REFERENCES bill,
    business_date date NOT NULL,
    step text NOT NULL CHECK (step IN ('CASE')),
    done_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (business_date, step, bill_no)
  );
`;

// An assignment is written once and ended once.
const assignments = `
  CREATE TABLE case_assignment (
    assignment_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    case_no text NOT NULL REFERENCES collection_case,
    user_no text NOT NULL REFERENCES app_user,
    cause text NOT NULL CHECK (cause IN ('DISTRIBUTED', 'DIVIDED', 'REDISTRIBUTED', 'RESTORED', 'TAKEN_OVER', 'LEFT_BAD_DEBT')),
    case_level text NOT NULL,
    assigned_by text REFERENCES app_user,
    assigned_at timestamptz NOT NULL DEFAULT now(),
    reason text CHECK (length(reason) BETWEEN 1 AND 200),
    previous_id bigint REFERENCES case_assignment,
    ended_at timestamptz,
    ended_by text REFERENCES app_user,
    end_cause text
  );
  CREATE UNIQUE INDEX case_assignment_one_open ON case_assignment (case_no) WHERE ended_at IS NULL;
  CREATE INDEX case_assignment_case ON case_assignment (case_no, assignment_id);
  CREATE INDEX case_assignment_user ON case_assignment (user_no, assigned_at);
  CREATE FUNCTION keep_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL
      OR (NEW.assignment_id, NEW.case_no, NEW.user_no, NEW.cause, NEW.case_level, NEW.assigned_at)
        IS DISTINCT FROM
        (OLD.assignment_id, OLD.case_no, OLD.user_no, OLD.cause, OLD.case_level, OLD.assigned_at)
      OR (NEW.assigned_by, NEW.reason, NEW.previous_id)
        IS DISTINCT FROM (OLD.assigned_by, OLD.reason, OLD.previous_id) THEN
      RAISE EXCEPTION 'assignment % is kept as it is', OLD.assignment_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'assignment_is_kept';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON case_assignment
    FOR EACH ROW EXECUTE FUNCTION keep_assignment();

  CREATE TABLE case_event (
    event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    case_no text NOT NULL REFERENCES collection_case,
    command text NOT NULL,
    from_status text,
    to_status text NOT NULL,
    case_level text NOT NULL,
    user_no text REFERENCES app_user,
    reason text,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX case_event_case ON case_event (case_no, event_id);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON case_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;

// Looks at commit, for a command ends one assignment and begins another.
const oneCollector = `
  CREATE FUNCTION check_collector() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE held record; open_user text;
  BEGIN
    SELECT case_status, collector_user_no INTO held FROM collection_case WHERE case_no = NEW.case_no;
    SELECT user_no INTO open_user FROM case_assignment
      WHERE case_no = NEW.case_no AND ended_at IS NULL;
    IF held.collector_user_no IS DISTINCT FROM open_user
      OR (held.case_status IN ('COLLECTING', 'RETAINED') AND open_user IS NULL)
      OR (held.case_status IN ('POOL', 'CLOSED') AND open_user IS NOT NULL) THEN
      RAISE EXCEPTION 'case % is % and held by %', NEW.case_no, held.case_status, open_user
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'case_has_one_collector';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER collector_checked
    AFTER INSERT OR UPDATE OF case_status, collector_user_no ON collection_case
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_collector();
  CREATE CONSTRAINT TRIGGER collector_checked AFTER INSERT OR UPDATE ON case_assignment
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_collector();
`;

const work = `
  CREATE TABLE case_follow_up (
    follow_up_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    case_no text NOT NULL REFERENCES collection_case,
    contact_person text NOT NULL CHECK (contact_person IN ('BORROWER', 'GUARANTOR')),
    contact_channel text NOT NULL CHECK (contact_channel IN ('CALL', 'SMS', 'ROBOT', 'EMAIL', 'NONE')),
    action_code text NOT NULL,
    overdue_reason text,
    next_follow_up_at timestamptz,
    email text,
    remark text NOT NULL CHECK (length(remark) BETWEEN 1 AND 500),
    case_level text NOT NULL,
    user_no text NOT NULL REFERENCES app_user,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX case_follow_up_case ON case_follow_up (case_no, follow_up_id DESC);
  CREATE INDEX case_follow_up_user ON case_follow_up (user_no, at);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON case_follow_up
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;

const promises = `
  CREATE SEQUENCE promise_number;
  CREATE TABLE promise_to_pay (
    promise_no text PRIMARY KEY DEFAULT 'PP' || lpad(nextval('promise_number')::text, 9, '0'),
    case_no text NOT NULL REFERENCES collection_case,
    order_no text NOT NULL REFERENCES loan_order,
    merchant_no text NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    promised_on date NOT NULL,
    promise_channel text NOT NULL,
    promise_status text NOT NULL DEFAULT 'OPEN'
      CHECK (promise_status IN ('OPEN', 'KEPT', 'BROKEN', 'CANCELLED')),
    case_level text NOT NULL,
    made_by text NOT NULL REFERENCES app_user,
    made_at timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz,
    decided_by text REFERENCES app_user,
    paid_cents bigint,
    reason text CHECK (length(reason) BETWEEN 1 AND 200)
  );
  CREATE UNIQUE INDEX promise_one_open ON promise_to_pay (case_no) WHERE promise_status = 'OPEN';
  CREATE INDEX promise_case ON promise_to_pay (case_no, promise_no);
  CREATE INDEX promise_order ON promise_to_pay (order_no) WHERE promise_status = 'OPEN';
  CREATE INDEX promise_due ON promise_to_pay (promised_on) WHERE promise_status = 'OPEN';
`;
