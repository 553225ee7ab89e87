import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Authenticators, the steps between password and session, and messages to people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [policy, authenticators, steps, messages]) await sql.raw(part).execute(db);
}

const policy = `
  ALTER TABLE role
    ADD mfa_required boolean NOT NULL DEFAULT false,
    ADD validate_code_required boolean NOT NULL DEFAULT false;
  -- Set by a reset: the next sign-in binds anew, whatever the roles ask for.
  ALTER TABLE app_user ADD must_bind_mfa boolean NOT NULL DEFAULT false;
  INSERT INTO policy_setting (setting_key, value) VALUES
    ('signIn.mfaRequired', 'false'), ('signIn.validateNewDevice', 'false')
    ON CONFLICT (setting_key) DO NOTHING;
`;

// Secrets are sealed with a key that does not lie in this database; key_id says with which.
const authenticators = `
  CREATE TABLE mfa_binding (
    user_no text PRIMARY KEY REFERENCES app_user,
    key_id text NOT NULL,
    secret_sealed bytea NOT NULL,
    last_step bigint NOT NULL,
    bound_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE mfa_recovery_code (
    user_no text NOT NULL REFERENCES app_user,
    code_hash bytea NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (user_no, code_hash)
  );
  -- A QR code on somebody's screen. One a person: the next one voids it.
  CREATE TABLE mfa_offer (
    user_no text PRIMARY KEY REFERENCES app_user,
    qr_id text NOT NULL,
    holder text NOT NULL,
    secret_sealed bytea NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    granted_until timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
`;

const steps = `
  -- What a right password is worth before the next step is done: nothing but that step.
  CREATE TABLE sign_in_step (
    token_hash bytea PRIMARY KEY,
    user_no text NOT NULL REFERENCES app_user,
    purpose text NOT NULL CHECK (purpose IN ('VALIDATE_CODE', 'MFA_CODE', 'MFA_BIND')),
    password_changed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX sign_in_step_user ON sign_in_step (user_no);
  CREATE INDEX sign_in_step_expiry ON sign_in_step (expires_at);
  CREATE TABLE validate_code (
    user_no text PRIMARY KEY REFERENCES app_user,
    code_hash bytea NOT NULL,
    sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE TABLE known_device (
    user_no text NOT NULL REFERENCES app_user,
    device_hash bytea NOT NULL,
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_no, device_hash)
  );
`;

const messages = `
  CREATE SEQUENCE message_number;
  CREATE TABLE message (
    message_no text PRIMARY KEY DEFAULT 'MS' || lpad(nextval('message_number')::text, 8, '0'),
    kind text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
    user_no text REFERENCES app_user,
    destination text NOT NULL,
    subject text NOT NULL,
    body text,
    -- The body holds a code: it is wiped once the message has left.
    is_secret boolean NOT NULL DEFAULT false,
    message_status text NOT NULL DEFAULT 'QUEUED' CHECK (message_status IN ('QUEUED', 'SENT', 'FAILED')),
    attempts integer NOT NULL DEFAULT 0,
    failure text,
    due_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz
  );
  CREATE INDEX message_waiting ON message (due_at) WHERE message_status = 'QUEUED';
  CREATE INDEX message_user ON message (user_no, created_at DESC);
`;
