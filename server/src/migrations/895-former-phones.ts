import { type Kysely, sql } from 'kysely';

/** Numbers that customers had before, files whose bytes an erasure removes, and callbacks that one may empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [formerPhones, erasedFiles, erasable]) await sql.raw(part).execute(db);
}

// Whoever changes a number, by whatever way: what is held under the old one stays the customer's.
const formerPhones = `
  CREATE TABLE former_phone (
    customer_no text NOT NULL REFERENCES customer,
    phone text NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_no, phone)
  );
  CREATE FUNCTION keep_former_phone() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- 2540 begins no number: it stands for one that is erased, and that one is not kept.
    IF NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone NOT LIKE '2540%' AND OLD.phone NOT LIKE '2540%' THEN
      INSERT INTO former_phone (customer_no, phone) VALUES (OLD.customer_no, OLD.phone)
      ON CONFLICT (customer_no, phone) DO UPDATE SET changed_at = now();
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER former_phone AFTER UPDATE OF phone ON customer
    FOR EACH ROW EXECUTE FUNCTION keep_former_phone();
  INSERT INTO former_phone (customer_no, phone)
    SELECT DISTINCT o.customer_no, o.original_phone FROM loan_order o JOIN customer c ON c.customer_no = o.customer_no
    WHERE o.original_phone <> c.phone AND c.phone NOT LIKE '2540%'
    ON CONFLICT DO NOTHING;
`;

const erasedFiles = `
  CREATE TABLE erased_file (
    -- Where the bytes lie in the file store.
    store_key text PRIMARY KEY,
    -- Of pictures and attachments, which others may have, too.
    content_hash text REFERENCES stored_file,
    erased_at timestamptz NOT NULL DEFAULT now(),
    -- When the bytes went, or were found to be somebody else's too.
    settled_at timestamptz
  );
  CREATE INDEX erased_file_waiting ON erased_file (erased_at) WHERE settled_at IS NULL;
  CREATE INDEX attachment_content ON attachment (content_hash) WHERE deleted_at IS NULL;
`;

// As before, and bytes that say [erased]: jsonb has them in hexadecimal digits.
const erasable = `
  CREATE OR REPLACE FUNCTION refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE name text;
  BEGIN
    IF TG_OP = 'UPDATE'
      AND to_jsonb(OLD) - TG_ARGV = to_jsonb(NEW) - TG_ARGV
      AND EXISTS (SELECT FROM data_request WHERE request_no = current_setting('kituo.erasure', true)
        AND request_kind = 'ERASURE' AND request_status = 'AWAITING_APPROVAL') THEN
      FOREACH name IN ARRAY TG_ARGV LOOP
        IF to_jsonb(NEW) ->> name IS DISTINCT FROM to_jsonb(OLD) ->> name
          AND to_jsonb(NEW) ->> name !~ '^(2540[0-9]{8}|\\[erased\\]|\\\\x5b6572617365645d)$' THEN
          RAISE EXCEPTION '%.% may only be erased', TG_TABLE_NAME, name USING ERRCODE = 'integrity_constraint_violation';
        END IF;
      END LOOP;
      RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  DROP TRIGGER append_only ON gateway_callback;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON gateway_callback
    FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('content');
`;
