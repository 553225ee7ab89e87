import { type Kysely, sql } from 'kysely';

/**
 * Each value of the regulatory policy with the law, circular or decision that sets it, and caps on prices. Kenya has had
 * none on interest since section 33B of the Banking Act was repealed in 2019, and the Central Bank of Kenya (Digital
 * Credit Providers) Regulations, 2022, set none: the first value says so, and a cap to come is a version like any other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE regulatory_policy ADD COLUMN source text CHECK (length(source) BETWEEN 1 AND 200)`.execute(db);
  // Values stay what they were; only where they come from is added to those that came with the database.
  await sql`ALTER TABLE regulatory_policy DISABLE TRIGGER policy_kept`.execute(db);
  await sql`UPDATE regulatory_policy SET source = ${COMPANY} WHERE maker_user_no IS NULL`.execute(db);
  for (const [key, source] of Object.entries(SOURCES)) {
    await sql`UPDATE regulatory_policy SET source = ${source} WHERE policy_key = ${key} AND maker_user_no IS NULL`.execute(
      db,
    );
  }
  await sql`ALTER TABLE regulatory_policy ENABLE TRIGGER policy_kept`.execute(db);
  await sql`INSERT INTO regulatory_policy (policy_key, effective_from, value, source)
    VALUES ('priceCaps', '2020-01-01', ${JSON.stringify(NO_CAPS)}::jsonb, ${NO_CAP_SOURCE})`.execute(db);
}

const NO_CAPS = { maxAnnualInterestBps: null, maxAprBps: null, maxTotalCostBps: null };
const NO_CAP_SOURCE = 'No cap: Banking Act (Cap. 488) s. 33B repealed 2019; Digital Credit Providers Regulations 2022';
const COMPANY = 'Company policy';
const SOURCES = {
  inDuplum: 'Banking Act (Cap. 488), s. 44A',
  dataRights: 'Data Protection (General) Regulations 2021; Proceeds of Crime and Anti-Money Laundering Act 2009, s. 46',
};
