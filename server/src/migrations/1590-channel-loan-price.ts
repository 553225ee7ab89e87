import { type Kysely, sql } from 'kysely';

/**
 * What a disbursed loan costs where its channel is paid by loans: the price in force when it was disbursed, nothing
 * where the channel was billed otherwise then. Lists, personnel and reports add up the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE FUNCTION channel_loan_price(code text, moment timestamptz) RETURNS bigint LANGUAGE sql STABLE
    RETURN coalesce((SELECT CASE WHEN v.value ->> 'channelBilling' = 'CPS' THEN (v.value ->> 'unitPriceCents')::bigint ELSE 0 END
      FROM config_version v WHERE v.config_key = 'operation.putChannel' AND v.value ->> 'channelCode' = code
        AND v.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND v.in_force_from <= moment
      ORDER BY v.in_force_from DESC LIMIT 1), 0)`.execute(db);
}
