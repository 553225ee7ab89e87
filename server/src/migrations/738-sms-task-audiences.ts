import { type Kysely, sql } from 'kysely';

/** Campaigns to list batches, filtered customers and files; and what texts name beside the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(audiences).execute(db);
}

const audiences = `
  ALTER TABLE sms_marketing_task
    ADD link_url text CHECK (link_url ~ '^https://' AND length(link_url) <= 200),
    ADD valid_until date,
    ADD audience_type text NOT NULL DEFAULT 'USER_GROUP'
      CHECK (audience_type IN ('USER_GROUP', 'LIST_BATCH', 'CUSTOMER_FILTER', 'FILE')),
    ADD batch_no text,
    ADD audience_rules jsonb,
    ALTER user_group_no DROP NOT NULL,
    ADD CHECK ((audience_type = 'USER_GROUP') = (user_group_no IS NOT NULL)),
    ADD CHECK ((audience_type = 'LIST_BATCH') = (batch_no IS NOT NULL)),
    ADD CHECK ((audience_type = 'CUSTOMER_FILTER') = (audience_rules IS NOT NULL));
  -- The numbers of a file, until its task starts and writes down its people.
  CREATE TABLE sms_marketing_phone (
    task_no text NOT NULL REFERENCES sms_marketing_task,
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    PRIMARY KEY (task_no, phone)
  );
`;
