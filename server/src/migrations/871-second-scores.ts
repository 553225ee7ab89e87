import { type Kysely, sql } from 'kysely';

/** Inspections that a second inspector scores without knowing the first score: how far inspectors agree. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(scores).execute(db);
}

const scores = `
  CREATE SEQUENCE quality_calibration_number;
  CREATE TABLE quality_calibration (
    calibration_no text PRIMARY KEY DEFAULT 'QC' || lpad(nextval('quality_calibration_number')::text, 6, '0'),
    inspection_no text NOT NULL UNIQUE REFERENCES inspection,
    sheet_no text NOT NULL,
    sheet_version_no integer NOT NULL,
    first_user_no text NOT NULL REFERENCES app_user,
    -- As they were given: an appeal may change the inspection's own.
    first_answers jsonb NOT NULL,
    first_score integer NOT NULL CHECK (first_score BETWEEN 0 AND 100),
    second_user_no text NOT NULL REFERENCES app_user CHECK (second_user_no <> first_user_no),
    second_answers jsonb NOT NULL DEFAULT '[]',
    second_score integer CHECK (second_score BETWEEN 0 AND 100),
    scored_at timestamptz,
    drawn_by text NOT NULL REFERENCES app_user,
    drawn_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((second_score IS NULL) = (scored_at IS NULL)),
    FOREIGN KEY (sheet_no, sheet_version_no) REFERENCES quality_sheet_version (sheet_no, version_no)
  );
  CREATE INDEX quality_calibration_open ON quality_calibration (second_user_no, inspection_no) WHERE scored_at IS NULL;
  CREATE INDEX quality_calibration_scored ON quality_calibration (scored_at) WHERE scored_at IS NOT NULL;
`;
