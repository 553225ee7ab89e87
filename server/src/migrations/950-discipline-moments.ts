import { type Kysely, sql } from 'kysely';

/**
 * When a discipline record was confirmed and when it was revoked, so that points can be counted as they stood at any
 * moment, and a month that is over is corrected in the month of the revocation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(moments).execute(db);
}

const moments = `
  ALTER TABLE discipline_record ADD confirmed_at timestamptz, ADD revoked_at timestamptz;

  UPDATE discipline_record r SET
    confirmed_at = CASE r.discipline_status WHEN 'CONFIRMED' THEN r.decided_at ELSE least(r.decided_at, coalesce(
      (SELECT max(a.happened_at) FROM audit_log a WHERE a.subject_type = 'disciplineRecord'
        AND a.subject_no = r.record_no AND a.action = 'discipline.confirm'), r.recorded_at)) END,
    revoked_at = CASE r.discipline_status WHEN 'REVOKED' THEN r.decided_at END
  WHERE r.discipline_status IN ('CONFIRMED', 'REVOKED');

  CREATE FUNCTION keep_discipline_moments() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.discipline_status IN ('CONFIRMED', 'REVOKED') AND NEW.confirmed_at IS NULL THEN
      NEW.confirmed_at := coalesce(NEW.decided_at, now());
    END IF;
    IF NEW.discipline_status = 'REVOKED' AND NEW.revoked_at IS NULL THEN
      NEW.revoked_at := coalesce(NEW.decided_at, now());
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER discipline_moments BEFORE INSERT OR UPDATE ON discipline_record
    FOR EACH ROW EXECUTE FUNCTION keep_discipline_moments();

  ALTER TABLE discipline_record
    ADD CHECK ((confirmed_at IS NOT NULL) = (discipline_status IN ('CONFIRMED', 'REVOKED'))),
    ADD CHECK ((revoked_at IS NOT NULL) = (discipline_status = 'REVOKED'));
`;
