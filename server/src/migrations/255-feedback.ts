import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What customers complain of, ask for or dispute, whatever the channel, with each step of its history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(feedback).execute(db);
}

const feedback = `
  CREATE SEQUENCE feedback_number;
  CREATE TABLE feedback (
    feedback_no text PRIMARY KEY DEFAULT 'FB' || lpad(nextval('feedback_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text NOT NULL REFERENCES customer,
    order_no text REFERENCES loan_order,
    linked_feedback_no text REFERENCES feedback,
    source text NOT NULL CHECK (source IN ('CALL', 'APP', 'EMAIL', 'WHATSAPP', 'SOCIAL', 'REGULATOR')),
    category text NOT NULL,
    severity text NOT NULL CHECK (severity IN ('LOW', 'MEDIUM', 'HIGH')),
    content text NOT NULL CHECK (length(content) BETWEEN 1 AND 2000),
    voucher_ids text[] NOT NULL DEFAULT '{}',
    feedback_status text NOT NULL DEFAULT 'UNPROCESSED'
      CHECK (feedback_status IN ('UNPROCESSED', 'PROCESSING', 'PROCESSED')),
    handler_user_no text REFERENCES app_user,
    created_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL,
    dispute_block_id bigint REFERENCES contact_block,
    result text,
    reply_content text,
    processed_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK (feedback_status <> 'PROCESSING' OR handler_user_no IS NOT NULL),
    CHECK ((feedback_status = 'PROCESSED') = (processed_at IS NOT NULL AND result IS NOT NULL))
  );
  CREATE INDEX feedback_newest ON feedback (merchant_no, created_at DESC);
  CREATE INDEX feedback_customer ON feedback (customer_no);
  CREATE INDEX feedback_open ON feedback (due_at) WHERE feedback_status <> 'PROCESSED';
  CREATE INDEX feedback_handler ON feedback (handler_user_no) WHERE feedback_status <> 'PROCESSED';

  CREATE TABLE feedback_event (
    event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feedback_no text NOT NULL REFERENCES feedback,
    command text NOT NULL,
    from_status text,
    to_status text NOT NULL,
    user_no text NOT NULL REFERENCES app_user,
    note text,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX feedback_event_feedback ON feedback_event (feedback_no, event_id);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON feedback_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;
