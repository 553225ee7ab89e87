import { sql } from 'kysely';
import { expect } from 'vitest';
import { createTestApp } from '../../../../../testing/test-app.ts';
import { as } from '../../../../../testing/test-calls.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { watchWarnings } from '../index.ts';

export const AMPLE = 100_000_000_000;
const MINUTE_MS = 60_000;
/** Ten in the morning of today in Nairobi: shifts have begun, the day before has to be closed. */
export const NOW = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 10 * 60 * MINUTE_MS);
export const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);
export const anyAccount = sql<string>`(SELECT min(account_code) FROM account)`;
interface Found {
  readonly warningNo: string;
  readonly sourceKey: string;
  readonly subject: string;
  readonly warningStatus: string;
  readonly isSelfResolved: boolean;
  readonly assigneeUserNo: string | null;
  readonly amountCents: number | null;
}

/** A lender’s history with nothing left open that would be warned of. */
export async function watchDesk() {
  const app = await createTestApp({ content: 'lending' });
  const admin = await as(app, 'admin');
  const { db } = app.database;
  // Whatever the history that was made for demonstration left open is none of these tests' business.
  await sql`DELETE FROM warning`.execute(db);
  await sql`UPDATE payment_flow SET received_at = ${NOW}`.execute(db);
  await sql`DELETE FROM personnel_shift`.execute(db);
  await sql`UPDATE loan_order SET order_status = 'VOIDED' WHERE order_status = 'PENDING_DISBURSEMENT'`.execute(db);
  await sql`UPDATE payout_attempt SET attempt_status = 'SUCCESS' WHERE attempt_status = 'UNKNOWN'`.execute(db);
  await sql`UPDATE merchant_prepaid SET credit_line_cents = ${AMPLE}`.execute(db);
  await sql`UPDATE loan_order SET lease_ends_at = ${ago(-60)} WHERE order_status = 'PENDING_REVIEW'`.execute(db);
  await sql`UPDATE bill SET accrued_through = ${addDays(businessDateOf(NOW), -1)} WHERE bill_status = 'ACTIVE'`.execute(
    db,
  );

  const watch = async (now = NOW) => await watchWarnings(app.database.db, app.services, now);
  async function warningsOf(sourceType: string): Promise<Found[]> {
    return await app.database.db
      .selectFrom('warning')
      .select(['warningNo', 'sourceKey', 'subject', 'warningStatus', 'isSelfResolved'])
      .select(['assigneeUserNo', 'amountCents'])
      .where('sourceType', '=', sourceType)
      .orderBy('warningNo')
      .$narrowType<{ sourceKey: string }>()
      .execute();
  }
  /** One warning stands for the cause, however often one looks, and is over automatically with it. */
  async function comesAndGoes(sourceType: string, end: () => Promise<unknown>): Promise<Found> {
    await watch();
    await watch();
    const [found, ...more] = await warningsOf(sourceType);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ warningStatus: 'OPEN' });
    await end();
    await watch();
    expect(await warningsOf(sourceType)).toMatchObject([
      { warningNo: found?.warningNo, warningStatus: 'RESOLVED', isSelfResolved: true },
    ]);
    if (!found) throw new Error('no warning');
    return found;
  }

  return { app, admin, watch, warningsOf, comesAndGoes };
}
export type WatchDesk = Awaited<ReturnType<typeof watchDesk>>;
