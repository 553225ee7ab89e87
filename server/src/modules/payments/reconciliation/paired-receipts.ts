import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';

interface DayOfAccount {
  readonly runId: string;
  readonly accountCode: string;
  readonly businessDate: string;
}

/** What is left of a day's receipts once those were paired that are alike on both sides. */
export interface PairedReceipts {
  readonly matchedCount: number;
  readonly matchedCents: number;
  /** Lines of money in, and payments of the day, that have no such pair: the rules decide about them. */
  readonly restLineIds: readonly number[];
  readonly restFlowNos: readonly string[];
}

/**
 * Pairs the lines of money in with the day's payments of the same serial number and amount, in the database: most of a
 * day is alike, and neither side is read for it. A serial number is one payment of its channel, so a pair is no choice.
 */
export async function pairReceipts(
  db: Queryable,
  { runId, accountCode, businessDate }: DayOfAccount,
): Promise<PairedReceipts> {
  const from = startOfBusinessDate(businessDate);
  const until = startOfBusinessDate(addDays(businessDate, 1));
  const { rows } = await sql<PairedReceipts>`
    select count(*) filter (where is_matched) as matched_count,
      coalesce(sum(amount_cents) filter (where is_matched), 0)::bigint as matched_cents,
      coalesce(array_agg(line_id) filter (where not is_matched and line_id is not null), '{}') as rest_line_ids,
      coalesce(array_agg(flow_no) filter (where not is_matched and flow_no is not null), '{}') as rest_flow_nos
    from (
      select l.line_id, f.flow_no, f.amount_cents,
        l.line_id is not null and f.flow_no is not null and l.amount_cents = f.amount_cents
          and l.repeat_status is distinct from 'OPEN' as is_matched
      from (select line_id, serial, amount_cents, repeat_status from recon_line
          where run_id = ${runId} and kind = 'IN' and repeat_status is distinct from 'LEFT_OUT') l
        full join (select flow_no, payment_code, amount_cents from payment_flow
          where account_code = ${accountCode} and repay_time >= ${from} and repay_time < ${until}
            and flow_status <> 'REVERSED'
            and payment_channel = (select payment_company from money_account where account_code = ${accountCode})) f
        on f.payment_code = l.serial) both_sides`.execute(db);
  const [paired] = rows;
  if (!paired) throw new Error(`nothing counted the receipts of ${runId}`);
  return { ...paired, restLineIds: paired.restLineIds.map(Number) };
}

/** Whether one of these serial numbers stands among the day's lines of money in. */
export async function hasLineOf(db: Queryable, runId: string, serials: readonly string[]): Promise<boolean> {
  if (serials.length === 0) return false;
  const found = await db
    .selectFrom('reconLine')
    .select('lineId')
    .where('runId', '=', runId)
    .where('kind', '=', 'IN')
    .where(sql<boolean>`serial = any(${[...serials]}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
