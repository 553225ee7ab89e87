import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { accountsWithin } from '../accounts/index.ts';
import { matchDay, type OurEntry } from './match.ts';
import { hasLineOf, type PairedReceipts, pairReceipts } from './paired-receipts.ts';

/** Throws ACCOUNT_UNKNOWN for an account beyond the caller's merchants. */
export async function needAccount(db: Queryable, accountCode: string, scope: DataScope): Promise<void> {
  const within = accountsWithin('a.merchant_nos', scope);
  const found = await db
    .selectFrom('moneyAccount as a')
    .select('a.accountCode')
    .where('a.accountCode', '=', accountCode)
    .$if(within !== null, (query) => (within === null ? query : query.where(within)))
    .executeTakeFirst();
  if (!found) throw new AppError('ACCOUNT_UNKNOWN', { fields: ['accountId'] });
}

/** The day, with nobody else at it. @throws AppError NOT_FOUND */
export async function lockDay(tx: Tx, runId: string, scope: DataScope) {
  const day = await tx.selectFrom('reconDay').selectAll().where('runId', '=', runId).forUpdate().executeTakeFirst();
  if (!day) throw new AppError('NOT_FOUND');
  await needAccount(tx, day.accountCode, scope);
  return day;
}

type Day = Awaited<ReturnType<typeof lockDay>>;

/**
 * What moved on the account that day by our books, and what its statement names of other days. `paired`: receipts that
 * need not be looked at any more.
 */
export async function oursOf(
  db: Queryable,
  { runId, accountCode, businessDate }: Pick<Day, 'runId' | 'accountCode' | 'businessDate'>,
  paired: PairedReceipts | null = null,
): Promise<OurEntry[]> {
  const from = startOfBusinessDate(businessDate);
  const until = startOfBusinessDate(addDays(businessDate, 1));
  const yesterday = startOfBusinessDate(addDays(businessDate, -1));
  const told = paired
    ? sql`select serial, kind from recon_line where run_id = ${runId} and kind in ('OUT', 'FEE')
        union all select serial, kind from recon_line where run_id = ${runId} and kind = 'IN'
          and repeat_status = 'LEFT_OUT'
        union all select serial, kind from recon_line where line_id = any(${[...paired.restLineIds]}::bigint[])`
    : sql`select serial, kind from recon_line where run_id = ${runId}`;
  const ofDay = paired
    ? sql`select flow_no from payment_flow where flow_no = any(${[...paired.restFlowNos]}::text[])
        union all select flow_no from payment_flow
          where account_code = ${accountCode} and repay_time >= ${from} and repay_time < ${until}
            and payment_channel <> (select payment_company from money_account where account_code = ${accountCode})`
    : sql`select flow_no from payment_flow
          where account_code = ${accountCode} and repay_time >= ${from} and repay_time < ${until}`;
  const { rows } = await sql<OurEntry>`
    with told as (${told}),
      -- A payout has one line in all: a second one of the same number is money that nobody ordered.
      own as (select distinct on (l.own_reference) l.own_reference, l.serial from recon_line l
        where l.run_id = ${runId} and l.kind = 'OUT' and l.own_reference is not null
          and not exists (select from recon_line e where e.account_code = l.account_code and e.run_id <> l.run_id
            and e.kind = 'OUT' and e.own_reference = l.own_reference and e.line_id < l.line_id)
        order by l.own_reference, l.line_id),
      -- One index each: a condition with OR reads all that the account ever moved.
      received as (
        ${ofDay}
        union select f.flow_no from told t join payment_flow f on f.payment_code = t.serial
          where t.kind = 'IN' and f.account_code = ${accountCode}),
      paid as (
        select attempt_no from payout_attempt where account_code = ${accountCode}
          and attempt_status = 'SUCCESS' and finished_at >= ${from} and finished_at < ${until}
        union select attempt_no from payout_attempt where account_code = ${accountCode}
          and attempt_status in ('SENT', 'UNKNOWN') and sent_at < ${until} and sent_at >= ${yesterday}
        union select own_reference from own
        union select p.attempt_no from told t join payout_attempt p on p.channel_reference = t.serial
          where t.kind = 'OUT' and p.account_code = ${accountCode})
    select * from (
      select f.payment_code as serial, 'IN' as kind, f.amount_cents, f.repay_time as happened_at, true as is_final,
        f.flow_no, null::text as attempt_no, '' as details
      from received join payment_flow f using (flow_no) where f.flow_status <> 'REVERSED'
      union all
      select coalesce(own.serial, p.channel_reference, p.attempt_no), 'OUT', p.amount_cents,
        coalesce(p.finished_at, p.created_at), p.attempt_status = 'SUCCESS', null, p.attempt_no, ''
      from paid join payout_attempt p using (attempt_no)
      -- A bank repeats our number, and books under one of its own that we may never have been told.
      left join own on own.own_reference = p.attempt_no
      where p.account_code = ${accountCode} and p.subject_type <> 'REVERSAL'
      union all
      select c.statement_code, 'FEE', c.amount_cents, c.charged_on::timestamp at time zone 'Africa/Nairobi', true,
        null, null, ''
      from channel_fee c where c.account_code = ${accountCode} and c.fee_status = 'BOOKED'
        and (c.charged_on = ${businessDate} or c.statement_code in (select serial from told where kind = 'FEE'))
      union all
      select c.serial, 'OUT', c.amount_cents, c.happened_at, true, null, c.attempt_no, ''
      from payout_claim c where c.run_id = ${runId}
      union all
      -- What merchants paid in, once it was checked.
      select r.payment_code, 'IN', r.amount_cents, r.paid_at, true, null, null, r.recharge_no
      from merchant_recharge r where r.account_code = ${accountCode} and r.recharge_status = 'APPROVED'
        and (r.paid_at >= ${from} and r.paid_at < ${until}
          or r.payment_code in (select serial from told where kind = 'IN'))
    ) ours
    where (ours.serial, ours.kind) in (select serial, kind from told)
      or not exists (select from recon_line e where e.account_code = ${accountCode} and e.run_id <> ${runId}
          and e.serial = ours.serial and e.kind = ours.kind)
        and not exists (select from recon_line e where e.account_code = ${accountCode} and e.run_id <> ${runId}
          and e.own_reference = ours.attempt_no and e.kind = ours.kind)
    order by ours.serial, ours.flow_no, ours.attempt_no`.execute(db);
  return rows;
}

/** By serial number, the payout that a line of money out repeats: it has its number, or its reference and amount. */
async function doubledOf(db: Queryable, { runId }: Pick<Day, 'runId'>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ serial: string; attemptNo: string }>`
    with told as (
      select l.account_code, l.serial, l.amount_cents, l.repeats, coalesce(l.own_reference, b.own_reference) as own_reference
      from recon_line l left join recon_line b on b.account_code = l.account_code and b.kind = l.kind and b.serial = l.repeats
      where l.run_id = ${runId} and l.kind = 'OUT'),
    paid as (select attempt_no, account_code, channel_reference, amount_cents from payout_attempt
      where attempt_status = 'SUCCESS' and subject_type <> 'REVERSAL')
    select t.serial, p.attempt_no from told t
      join paid p on p.attempt_no = t.own_reference and p.account_code = t.account_code
    union
    select t.serial, p.attempt_no from told t
      join paid p on p.channel_reference = t.repeats and p.account_code = t.account_code and p.amount_cents = t.amount_cents
      where t.own_reference is null`.execute(db);
  return new Map(rows.map(({ serial, attemptNo }) => [serial, attemptNo]));
}

/** The day's lines that are no pair yet, in their order. */
async function linesOf(db: Queryable, runId: string, paired: PairedReceipts | null) {
  return await db
    .selectFrom('reconLine')
    .selectAll()
    .where('runId', '=', runId)
    .where((eb) => eb('repeatStatus', 'is distinct from', 'LEFT_OUT'))
    .$if(paired !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('kind', 'in', ['OUT', 'FEE']),
          sql<boolean>`line_id = any(${[...(paired?.restLineIds ?? [])]}::bigint[])`,
        ]),
      ),
    )
    .orderBy('lineId')
    .execute();
}

/**
 * What differs between a day's statement and our books: what is alike is paired in the database, and the rules decide
 * about the rest. Where a payment of another channel has the number of a pair, they decide about everything.
 */
export async function matchStatement(db: Queryable, day: Pick<Day, 'runId' | 'accountCode' | 'businessDate'>) {
  const { runId } = day;
  const paired = await pairReceipts(db, day);
  const [lines, ours] = [await linesOf(db, runId, paired), await oursOf(db, day, paired)];
  const doubled = await doubledOf(db, day);
  const named = new Set(lines.flatMap(({ kind, serial }) => (kind === 'IN' ? [serial] : [])));
  const unnamed = ours.flatMap(({ kind, serial }) => (kind === 'IN' && !named.has(serial) ? [serial] : []));
  if (await hasLineOf(db, runId, unnamed)) {
    return matchDay(await linesOf(db, runId, null), await oursOf(db, day), doubled);
  }
  const rest = matchDay(lines, ours, doubled);
  return {
    differences: rest.differences,
    matchedCount: rest.matchedCount + paired.matchedCount,
    statementTotalCents: rest.statementTotalCents + paired.matchedCents,
    ourTotalCents: rest.ourTotalCents + paired.matchedCents,
  };
}

/** Differences a statement of the database. */
const WRITTEN_AT_ONCE = 1_000;

/** Matches a day anew and keeps what differs. */
export async function rematch(tx: Tx, day: Day) {
  if (day.reconStatus === 'CLOSED') throw new AppError('DAY_CLOSED');
  const { runId } = day;
  const { differences, ...totals } = await matchStatement(tx, day);
  // One row a kind and serial number, though two payments of ours may bear it.
  const byKey = new Map(differences.map((found) => [`${found.diffType} ${found.serial}`, found]));
  const [keys, kept] = [[...byKey.keys()], [...byKey.values()]];
  await tx
    .deleteFrom('reconDifference')
    .where('runId', '=', runId)
    .where(sql<boolean>`diff_type || ' ' || serial <> all(${keys}::text[])`)
    .execute();
  for (let from = 0; from < kept.length; from += WRITTEN_AT_ONCE) {
    const some = kept.slice(from, from + WRITTEN_AT_ONCE).map((found) => ({ runId, ...found }));
    await tx
      .insertInto('reconDifference')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['runId', 'diffType', 'serial']).doUpdateSet((eb) => ({
          statementCents: eb.ref('excluded.statementCents'),
          ourCents: eb.ref('excluded.ourCents'),
          happenedAt: eb.ref('excluded.happenedAt'),
          details: eb.ref('excluded.details'),
          flowNo: eb.ref('excluded.flowNo'),
          attemptNo: eb.ref('excluded.attemptNo'),
        })),
      )
      .execute();
  }
  const reconStatus = differences.length > 0 ? ('DIFFERENT' as const) : ('BALANCED' as const);
  const diffCount = differences.length;
  await tx
    .updateTable('reconDay')
    .set({ ...totals, diffCount, reconStatus, version: day.version + 1 })
    .where('runId', '=', runId)
    .execute();
  const { matchedCount } = totals;
  return { runId, reconStatus, matchedCount, diffCount, diffCents: totals.statementTotalCents - totals.ourTotalCents };
}
