import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What reviewers work by: the tree of refusal codes, and the rules as they were when an order was handed
 * out. A new version of the rules never rewrites the snapshot of an order that somebody already has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [codes, snapshots, refusals]) await sql.raw(part).execute(db);
}

const codes = `
  CREATE TABLE refuse_code (
    refuse_code text PRIMARY KEY CHECK (refuse_code ~ '^[A-Za-z0-9_-]{1,64}$'),
    parent_code text REFERENCES refuse_code,
    denial_reason jsonb NOT NULL,
    cool_off_days integer NOT NULL DEFAULT 0 CHECK (cool_off_days BETWEEN 0 AND 365),
    re_review_allowed boolean NOT NULL DEFAULT true,
    is_enabled boolean NOT NULL DEFAULT true,
    sort integer NOT NULL DEFAULT 0,
    version integer NOT NULL DEFAULT 1,
    CHECK (parent_code <> refuse_code)
  );
  CREATE INDEX refuse_code_parent ON refuse_code (parent_code, sort);
`;

const snapshots = `
  CREATE TABLE order_review_config (
    order_no text NOT NULL REFERENCES loan_order,
    -- Counts the reviews of an order: each decision ends one.
    round integer NOT NULL CHECK (round > 0),
    config jsonb NOT NULL,
    taken_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (order_no, round)
  );
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON order_review_config
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;

// The phone as it was first submitted stays with the order, whatever is corrected later.
const refusals = `
  ALTER TABLE loan_order
    ADD COLUMN refused_at timestamptz,
    ADD COLUMN original_phone text CHECK (original_phone ~ '^254[0-9]{9}$');
  UPDATE loan_order o SET
    original_phone = (SELECT phone FROM customer c WHERE c.customer_no = o.customer_no),
    refused_at = CASE WHEN order_status IN ('MACHINE_REFUSED', 'REFUSED')
      THEN coalesce(audit_time, apply_time) END;
  CREATE FUNCTION keep_order_origins() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      NEW.original_phone := coalesce(NEW.original_phone,
        (SELECT phone FROM customer WHERE customer_no = NEW.customer_no));
      IF NEW.order_status IN ('MACHINE_REFUSED', 'REFUSED') THEN
        NEW.refused_at := coalesce(NEW.refused_at, NEW.audit_time, NEW.apply_time);
      END IF;
    ELSIF NEW.order_status IN ('MACHINE_REFUSED', 'REFUSED')
      AND OLD.order_status <> NEW.order_status
      AND NEW.refused_at IS NOT DISTINCT FROM OLD.refused_at THEN
      NEW.refused_at := CASE WHEN NEW.order_status = 'REFUSED'
        AND NEW.audit_time IS DISTINCT FROM OLD.audit_time
        THEN coalesce(NEW.audit_time, now()) ELSE now() END;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER order_origins BEFORE INSERT OR UPDATE OF order_status ON loan_order
    FOR EACH ROW EXECUTE FUNCTION keep_order_origins();
  CREATE INDEX loan_order_refused ON loan_order (merchant_no, refused_at DESC)
    WHERE order_status IN ('MACHINE_REFUSED', 'REFUSED');
  CREATE INDEX loan_order_decided ON loan_order (reviewer_user_no, audit_time)
    WHERE reviewer_user_no IS NOT NULL;
  CREATE INDEX loan_order_returned ON loan_order (returned_until)
    WHERE order_status = 'RETURNED';
`;
