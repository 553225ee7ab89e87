import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../../db/database.ts';

/* What must hold of the whole company, whatever was done in it. */

/** 23: success + failure = input, each failure with a reason. */
export async function expectBatchReported(db: Database, jobNo: string): Promise<void> {
  const { rows } = await sql<{
    status: string;
    reason: string | null;
    gap: number;
    silent: number;
  }>`
    select job_status as status, reason, total - succeeded - failed as gap,
      (select count(*) from job_item i where i.job_no = job.job_no
        and (item_status = 'QUEUED' or (item_status = 'FAILURE' and coalesce(reason, '') = '')))::int as silent
    from job where job_no = ${jobNo}`.execute(db);
  expect(rows[0]).toEqual({
    status: expect.stringMatching(/^(SUCCESS|PARTIAL_SUCCESS|FAILURE)$/),
    reason: null,
    gap: 0,
    silent: 0,
  });
}

/** Journals of a kind of cause that are not what the state of their thing says: one, or one and its mirror. */
const unposted = (table: string, journal: string, status: string, standing: string, undone: string) => sql`
  (select count(*) from ${sql.table(table)} t where
    (${sql.ref(status)} = any(${sql.lit(`{${standing}}`)}::text[]) and (t.${sql.ref(journal)} is null
      or exists (select from journal_reversal r where r.reverses_id = t.${sql.ref(journal)})))
    or (${sql.ref(status)} = any(${sql.lit(`{${undone}}`)}::text[])
      and not exists (select from journal_reversal r where r.reverses_id = t.${sql.ref(journal)})))::int`;

const sumOf = (account: string) =>
  sql`(select coalesce(sum(amount_cents), 0) from posting where account_code = ${sql.lit(account)})`;
/** What left by the books and nobody knows the end of. */
const underWay = (subjectType: string) => sql`(select coalesce(sum(amount_cents), 0) from payout_attempt
  where subject_type = any(${sql.lit(`{${subjectType}}`)}::text[]) and attempt_status in ('SENT', 'UNKNOWN'))`;

/**
 * By the numbers of the domain: balances of wallets and merchants are the fold of their postings, holds are what
 * waits (1, 2); what is in a clearing account is what is under way, and a subject is paid once (10); nobody checked
 * what they made (15); a thing's state has just the journals that it says.
 */
export async function expectLenderInOrder(db: Database): Promise<void> {
  const { rows } = await sql<Record<string, number>>`select
    (select coalesce(sum(amount_cents), 0) from posting)::int as trial_balance,
    (select count(*) from wallet w where balance_cents <> -(select coalesce(sum(amount_cents), 0) from posting p
      where p.account_code = 'WALLET_LIABILITY' and p.customer_no = w.customer_no) or balance_cents < held_cents)::int as wallets,
    (select count(*) from wallet w where held_cents <> (select coalesce(sum(amount_cents), 0) from wallet_withdrawal x
      where x.customer_no = w.customer_no and (withdraw_status in ('REQUESTED', 'FAILED') or (withdraw_status = 'IN_PROGRESS'
        and exists (select from payout_attempt a where a.subject_no = x.withdraw_no and attempt_status = 'CREATED')))))::int as holds,
    (select count(*) from merchant_prepaid m where balance_cents < -credit_line_cents or balance_cents <>
      -(select coalesce(sum(amount_cents), 0) from posting p where p.account_code = 'MERCHANT_PREPAID' and p.merchant_no = m.merchant_no))::int as prepaid,
    ${unposted('merchant_recharge', 'journal_id', 'recharge_status', 'APPROVED', 'REVERSED')} as recharges,
    ${unposted('merchant_consumption', 'journal_id', 'consumption_status', 'CHARGED,REVERSING', 'REVERSED')} as consumptions,
    ${unposted('channel_fee', 'journal_id', 'fee_status', 'BOOKED', 'REVERSED')} as fees,
    (${sumOf('PARTNER_RECEIVABLE')} - (select coalesce(sum(due_cents), 0) from partner_day where day_status = 'CONFIRMED'))::int as partners,
    (${sumOf('PAYOUT_CLEARING')} + ${underWay('LOAN,WITHDRAWAL')})::int as payouts,
    (${sumOf('REFUND_CLEARING')} + ${underWay('REFUND')})::int as refunds,
    (${sumOf('TRANSFER_CLEARING')} + ${underWay('TRANSFER')})::int as transfers,
    (${sumOf('CASH_IN_TRANSIT')} - (select coalesce(sum(a.amount_cents), 0) from payout_attempt a join cash_transfer t on t.transfer_no = a.subject_no
      where transfer_type = 'OWN_ACCOUNT' and attempt_status in ('SENT', 'UNKNOWN')))::int as in_transit,
    (select count(*) from (select 1 from payout_attempt where attempt_status <> 'FAILED'
      group by subject_type, subject_no having count(*) > 1) x)::int as paid_twice,
    ((select count(*) from journal where maker_user_no = checker_user_no)
      + (select count(*) from change_request where change_state = 'APPROVED' and decided_by = maker_user_no)
      + (select count(*) from cash_transfer where auditor_user_no = applicant_user_no or releaser_user_no = applicant_user_no)
      + (select count(*) from temporary_credit_task where auditor_user_no = maker_user_no)
      + (select count(*) from refund where checker_user_no = applicant_user_no))::int as self_checked,
    (select count(*) from payment_flow where amount_cents <> applied_cents + credited_cents + returned_cents + held_cents
      + writable_cents or (writable_cents > 0 and flow_status in ('APPLIED', 'REFUNDED', 'REVERSED')) or least(writable_cents, held_cents, credited_cents, returned_cents, applied_cents) < 0)::int as flows,
    (select count(*) from payment_flow f where held_cents <> (select coalesce(sum(amount_cents), 0) from cash_transfer t
      where t.flow_no = f.flow_no and (transfer_status in ('SUBMITTED', 'APPROVED', 'FAILED') or (transfer_status = 'RELEASING'
        and exists (select from payout_attempt a where a.subject_no = t.transfer_no and attempt_status = 'CREATED')))))::int as held_flows`.execute(
    db,
  );
  const wrong = Object.entries(rows[0] ?? { nothing: 1 }).filter(([, count]) => count !== 0);
  expect(wrong).toEqual([]);
}
