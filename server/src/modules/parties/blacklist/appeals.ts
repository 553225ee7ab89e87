import type { manualBlacklist, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

type Subject = Pick<ParsedRequestOf<typeof manualBlacklist.add>, 'subjectType' | 'subjectValue' | 'merchantNo'>;

/**
 * Whoever's appeal is open is blocked by nobody who has not read it: a complaint about an application or fraud, one
 * that disputes a debt, and a request to correct data or an objection.
 * @throws AppError BLACKLIST_APPEAL_OPEN
 */
export async function refuseAppealed(db: Queryable, subject: Subject): Promise<void> {
  const { subjectType, subjectValue, merchantNo } = subject;
  if (subjectType !== 'PHONE' && subjectType !== 'ID_CARD_NO') return;
  const ofPerson = subjectType === 'PHONE' ? sql`c.phone = ${subjectValue}` : sql`c.id_card_no = ${subjectValue}`;
  const { rows } = await sql<{ no: string }>`
    WITH person AS (SELECT c.customer_no FROM customer c
      WHERE ${ofPerson} AND (${merchantNo}::text IS NULL OR c.merchant_no = ${merchantNo}))
    SELECT no FROM (
      SELECT f.feedback_no AS no, f.created_at AS at FROM feedback f JOIN person USING (customer_no)
        WHERE f.feedback_status <> 'PROCESSED'
          AND (f.category IN ('APPLICATION', 'FRAUD') OR f.dispute_block_id IS NOT NULL)
      UNION ALL SELECT d.request_no, d.created_at FROM data_request d JOIN person USING (customer_no)
        WHERE d.request_kind IN ('CORRECTION', 'OBJECTION') AND d.closed_at IS NULL) open_appeal
    ORDER BY at LIMIT 1`.execute(db);
  const [appeal] = rows;
  if (appeal) throw new AppError('BLACKLIST_APPEAL_OPEN', { fields: ['subjectValue'], facts: { no: appeal.no } });
}
