import type { announcement, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';

/** Counts what is for the customer's merchant and was published; anything else is none of theirs. @throws AppError CUSTOMER_NOT_FOUND */
export async function noteRead(
  { customerNo, announcementNos }: ParsedRequestOf<typeof announcement.noteRead>,
  call: CommandContext,
): Promise<ReplyOf<typeof announcement.noteRead>> {
  const { tx, caller } = call;
  const customer = await tx
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(caller.scope, customer.merchantNo)) throw new AppError('CUSTOMER_NOT_FOUND');
  const { merchantNo } = customer;
  const { numAffectedRows } = await sql`
    INSERT INTO announcement_reader (announcement_no, customer_no)
    SELECT a.announcement_no, ${customerNo} FROM announcement a
    WHERE a.announcement_no = ANY(${announcementNos}::text[]) AND a.audience = 'APP' AND a.announcement_status = 'ACTIVE'
      AND a.published_at <= now() AND (cardinality(a.merchant_nos) = 0 OR ${merchantNo} = ANY(a.merchant_nos))
    ON CONFLICT DO NOTHING`.execute(tx);
  const counted = Number(numAffectedRows ?? 0);
  await writeAudit(tx, call, {
    action: 'announcement.noteRead',
    subjectType: 'customer',
    subjectNo: customerNo,
    merchantNo,
    after: { announcementNos, counted },
  });
  return { counted };
}

/** Customers of each merchant, once for a whole page of announcements. */
export async function customersByMerchant(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('customer')
    .select((eb) => ['merchantNo', eb.fn.countAll<number>().as('count')])
    .groupBy('merchantNo')
    .execute();
  return new Map(rows.map(({ merchantNo, count }) => [merchantNo, count]));
}

/** Pure: how many customers an announcement for these merchants reaches; for all where none is named. */
export const customersOf = (byMerchant: ReadonlyMap<string, number>, merchantNos: readonly string[]): number =>
  [...byMerchant].reduce(
    (sum, [merchantNo, count]) => (merchantNos.length === 0 || merchantNos.includes(merchantNo) ? sum + count : sum),
    0,
  );
