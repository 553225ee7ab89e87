import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { payment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { billMachine, chargeOffApplicationMachine } from '../../modules/lending/bills/index.ts';
import {
  aiTaskMachine,
  caseMachine,
  promiseToPayMachine,
  robotTaskMachine,
} from '../../modules/collections/collections/index.ts';
import { robotPlanMachine } from '../../modules/collections/robot-tasks/index.ts';
import { couponApplicationMachine, couponMachine } from '../../modules/lending/coupons/index.ts';
import { creditMachine, feedbackMachine, temporaryCreditTaskMachine } from '../../modules/parties/customers/index.ts';
import { deductionMachine } from '../../modules/lending/deductions/index.ts';
import { driftedBills, trialBalance } from '../../modules/platform/ledger/index.ts';
import { orderMachine, rejectReReviewMachine } from '../../modules/lending/orders/index.ts';
import { applicationTaskMachine, flowMachine } from '../../modules/payments/payments/index.ts';
import { payoutAttemptMachine, walletWithdrawalMachine } from '../../modules/lending/payouts/index.ts';
import { configurationVersionMachine, makerCheckerRequestMachine } from '../../modules/platform/policy/index.ts';
import { refundMachine, refundVerificationMachine } from '../../modules/payments/refunds/index.ts';
import { cashTransferMachine } from '../../modules/payments/transfers/index.ts';
import { jobMachine } from '../../state-machine/machines/job.machine.ts';
import { personnelRecordMachine } from '../../state-machine/machines/personnel-record.machine.ts';
import { userMachine } from '../../state-machine/machines/user.machine.ts';
import { warningMachine } from '../../state-machine/machines/warning.machine.ts';
import { type Machine, statesOf } from '../../state-machine/index.ts';
import { contentKey, openFolderStore } from '../../modules/platform/files/index.ts';
import { fillBook } from '../lending/fill-book.ts';
import { storeDemoPictures } from '../order-pictures.ts';
import { populateStatuses } from './index.ts';

/** Where the subjects of each machine stand. */
const PLACES: readonly (readonly [machine: Machine, table: string, column: string])[] = [
  [orderMachine, 'loan_order', 'order_status'],
  [billMachine, 'bill', 'bill_status'],
  [flowMachine, 'payment_flow', 'flow_status'],
  [applicationTaskMachine, 'write_off_task', 'task_status'],
  [payoutAttemptMachine, 'payout_attempt', 'attempt_status'],
  [refundMachine, 'refund', 'refund_status'],
  [refundVerificationMachine, 'refund', 'verify_status'],
  [cashTransferMachine, 'cash_transfer', 'transfer_status'],
  [caseMachine, 'collection_case', 'case_status'],
  [promiseToPayMachine, 'promise_to_pay', 'promise_status'],
  [deductionMachine, 'deduction', 'deduction_status'],
  [couponMachine, 'coupon', 'coupon_status'],
  [couponApplicationMachine, 'coupon_application', 'application_status'],
  [temporaryCreditTaskMachine, 'temporary_credit_task', 'task_status'],
  [creditMachine, 'customer_credit', 'credit_status'],
  [userMachine, 'app_user', 'user_status'],
  [personnelRecordMachine, 'personnel', 'personnel_status'],
  [feedbackMachine, 'feedback', 'feedback_status'],
  [jobMachine, 'job', 'job_status'],
  [configurationVersionMachine, 'config_version', 'stored_status'],
  [makerCheckerRequestMachine, 'change_request', 'change_state'],
  [warningMachine, 'warning', 'warning_status'],
  [rejectReReviewMachine, 're_review', 'review_status'],
  [robotTaskMachine, 'robot_task', 'task_status'],
  [aiTaskMachine, 'ai_task', 'task_status'],
  [robotPlanMachine, 'robot_plan', 'plan_status'],
  [chargeOffApplicationMachine, 'charge_off', 'charge_off_status'],
  [walletWithdrawalMachine, 'wallet_withdrawal', 'withdraw_status'],
];
/** Of the sections whose machines stand in their own page files, and the two of merchants. */
const OTHERS = [
  ['merchant_recharge', 'recharge_status', ['PENDING', 'APPROVED', 'REJECTED', 'REVERSED']],
  ['merchant_consumption', 'consumption_status', ['CHARGED', 'REVERSING', 'REVERSED']],
  ['partner_day', 'day_status', ['OPEN', 'CONFIRMED', 'PAID']],
  ['channel_fee', 'fee_status', ['BOOKED', 'REVERSED']],
] as const;

/** States that nothing rests in: it is on its way while a transaction or a process lasts. */
const ON_THE_WAY = new Set([
  // A receipt is placed, or found to be nobody's, in the transaction that takes it in.
  'payment_flow RECEIVED',
  // An application that works holds its transaction.
  'write_off_task PROCESSING',
  // Sent as soon as it is committed; the watch sends what a process left behind.
  'payout_attempt CREATED',
  // A worker takes it up at once, and a dead worker's jobs are taken up by the next.
  'job QUEUED',
  'job RUNNING',
]);

const ORDERS = 200;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('seeded');
  await fillBook(database.db, { orders: ORDERS, merchants: 3, seed: 1, now: new Date() });
});
afterAll(async () => await database.drop());

async function statesIn(table: string, column: string): Promise<Set<string>> {
  const { rows } = await sql<{ state: string }>`
    select distinct ${sql.ref(column)} as state from ${sql.table(table)}`.execute(database.db);
  return new Set(rows.map(({ state }) => state));
}

const wanted = [...PLACES.map(([machine, table, column]) => [table, column, statesOf(machine)] as const), ...OTHERS];
it.each(wanted)('%s has something in every %s', async (table, column, states) => {
  const found = await statesIn(table, column);
  const missing = states.filter((state) => !found.has(state) && !ON_THE_WAY.has(`${table} ${state}`));
  expect(missing).toEqual([]);
});

it('balances, and does so once', async () => {
  expect(await populateStatuses(database.db, new Date())).toBe(false);
  const { differenceCents } = await trialBalance(database.db);
  expect([differenceCents, await driftedBills(database.db)]).toEqual([0, []]);
});

it('prepares write-offs that their list can read', async () => {
  const found = await database.db.selectFrom('writeOffTask').select('rows').execute();
  expect(found.length).toBeGreaterThan(0);
  for (const { rows } of found) payment.writeOffSave.request.shape.rows.parse(rows);
});

it('has claims on payees in each state, which are what the ledger has outstanding', async () => {
  const { rows } = await sql<{ share: string; cents: number }>`
    select case when cleared_cents = 0 then 'OPEN' when cleared_cents < amount_cents then 'PART' else 'CLEARED' end as share,
      sum(amount_cents - cleared_cents)::bigint as cents from payout_claim group by 1`.execute(database.db);
  expect(rows.map(({ share }) => share).toSorted()).toEqual(['CLEARED', 'OPEN', 'PART']);
  const posted = database.db.selectFrom('posting').select((eb) => eb.fn.sum<number>('amountCents').as('cents'));
  const { cents } = await posted.where('accountCode', '=', 'PAYEE_RECEIVABLE').executeTakeFirstOrThrow();
  expect(Number(cents)).toBe(rows.reduce((sum, row) => sum + Number(row.cents), 0));
});

it('every certificate that a record names is a file that opens', async () => {
  const { db } = database;
  const folder = await mkdtemp(join(tmpdir(), 'kituo-papers-'));
  const store = await openFolderStore(folder);
  await storeDemoPictures(store);
  const { rows: columns } = await sql<{ of: string; column: string; isList: boolean }>`
    select table_name as of, column_name as column, data_type = 'ARRAY' as is_list from information_schema.columns
    where table_schema = 'public' and column_name ~ '(voucher|evidence|attach)' and data_type in ('ARRAY', 'text')
      and table_name <> 'attachment'`.execute(db);
  const named = new Set(await namedInRequests());
  for (const { of, column, isList } of columns) {
    const { rows } = await sql<{ no: string | null }>`
      select distinct ${isList ? sql`unnest(${sql.ref(column)})` : sql.ref(column)} as no from ${sql.table(of)}`.execute(
      db,
    );
    for (const { no } of rows) if (no !== null) named.add(no);
  }
  expect(named.size).toBeGreaterThan(8);
  const found = await db
    .selectFrom('attachment')
    .innerJoin('storedFile', 'storedFile.contentHash', 'attachment.contentHash')
    .select(['attachmentNo', 'attachment.contentHash', 'sizeBytes'])
    .where('attachmentNo', 'in', [...named])
    .execute();
  expect(found.map(({ attachmentNo }) => attachmentNo).toSorted()).toEqual([...named].toSorted());
  for (const { contentHash, sizeBytes } of found) {
    const content = await store.read(contentKey(contentHash));
    expect(content && (await buffer(content)).length).toBe(sizeBytes);
  }
  await rm(folder, { recursive: true });
});

/** What requests that wait for a second person name. */
async function namedInRequests(): Promise<string[]> {
  const { rows } = await sql<{ no: string }>`select jsonb_array_elements_text(payload -> 'voucherIds') as no
    from change_request where jsonb_typeof(payload -> 'voucherIds') = 'array'`.execute(database.db);
  return rows.map(({ no }) => no);
}
