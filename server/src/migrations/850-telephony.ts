import { type Kysely, sql } from 'kysely';

/** Calls that people make and take in their browsers, and who is signed in to the telephone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(calls).execute(db);
}

const calls = `
  CREATE TABLE call (
    -- All that a browser and the network in between know of whom it is for.
    call_no text PRIMARY KEY CHECK (call_no ~ '^kc[0-9a-f]{24}$'),
    call_direction text NOT NULL CHECK (call_direction IN ('OUT', 'IN')),
    merchant_no text NOT NULL REFERENCES merchant,
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    customer_no text REFERENCES customer,
    order_no text REFERENCES loan_order,
    case_no text REFERENCES collection_case,
    -- What the contact gate let through.
    attempt_id bigint UNIQUE,
    -- The number of ours that was called, and the edge's own number of the call.
    hotline_value text,
    edge_call_id text UNIQUE,
    user_no text REFERENCES app_user,
    session_id text,
    call_status text NOT NULL CHECK
      (call_status IN ('DIALLING', 'RINGING', 'ANSWERED', 'ENDED', 'BUSY', 'NO_ANSWER', 'FAILED')),
    started_at timestamptz NOT NULL DEFAULT now(),
    -- When the edge was told whom it is for; it asks once.
    routed_at timestamptz,
    ringing_at timestamptz,
    answered_at timestamptz,
    ended_at timestamptz,
    talk_seconds integer CHECK (talk_seconds >= 0),
    hangup_cause text,
    version bigint NOT NULL DEFAULT 0,
    CHECK ((call_direction = 'OUT') = (attempt_id IS NOT NULL)),
    CHECK ((call_direction = 'IN') = (edge_call_id IS NOT NULL)),
    CHECK (call_direction = 'IN' OR (user_no IS NOT NULL AND session_id IS NOT NULL)),
    CHECK ((call_status IN ('ENDED', 'BUSY', 'NO_ANSWER', 'FAILED')) = (ended_at IS NOT NULL))
  );
  CREATE INDEX call_user ON call (user_no, started_at DESC);
  CREATE INDEX call_customer ON call (customer_no, started_at DESC);
  CREATE INDEX call_phone ON call (phone, merchant_no);
  CREATE INDEX call_live ON call (started_at) WHERE ended_at IS NULL;
  CREATE TABLE telephone_line (
    session_id text PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    sip_user text NOT NULL UNIQUE,
    takes_calls boolean NOT NULL,
    -- The password that the session was last given expires then.
    expires_at timestamptz NOT NULL
  );
  ALTER TABLE in_call_record ADD call_no text UNIQUE REFERENCES call;
  CREATE INDEX telephone_line_open ON telephone_line (expires_at) WHERE takes_calls;
`;
