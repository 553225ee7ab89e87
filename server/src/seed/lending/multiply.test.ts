import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { createLogger } from '../../modules/platform/health/index.ts';
import { runEndOfDay } from '../../modules/lending/end-of-day/index.ts';
import { driftedBills, trialBalance } from '../../modules/platform/ledger/index.ts';
import { applyPayment, receiveFlow, rollBack } from '../../modules/payments/payments/index.ts';
import { businessDateOf } from '../../modules/platform/policy/index.ts';
import { COPIED_TABLES, NOT_COPIED } from './copied-tables.ts';
import { NUMBER_STRIDE } from './copy-columns.ts';
import { Dice } from './dice.ts';
import { seedLending } from './index.ts';
import { person } from './kenyans.ts';
import { multiplyBook } from './multiply.ts';
import { overdrawn } from './testing/overdrawn.ts';

const COPIES = 3;

let database: TestDatabase;
let before: Record<string, number>;
beforeAll(async () => {
  database = await createTestDatabase('lending');
  before = await counts();
  await multiplyBook(database.db, COPIES);
});
afterAll(() => database.drop());

/** Leads stay as they are: they are nobody's customers. */
async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of COPIED_TABLES) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)}
      where ${table === 'contact_party' ? sql`party_kind <> 'LEAD'` : sql`true`}`.execute(database.db);
    found[table] = rows[0]?.count ?? 0;
  }
  return found;
}

it('copies every row of the book, and the books still balance', async () => {
  const wanted = Object.fromEntries(Object.entries(before).map(([table, count]) => [table, count * (COPIES + 1)]));
  expect(await counts()).toEqual(wanted);
  expect((await trialBalance(database.db)).differenceCents).toBe(0);
  expect(await driftedBills(database.db)).toEqual([]);
  expect(await overdrawn(database.db)).toEqual([]);
});

it('gives each copy people and serial numbers of its own, and leaves nothing hanging', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) - count(distinct phone) from customer)::int as phones,
      (select count(*) - count(distinct payment_code) from payment_flow)::int as serials,
      (select count(*) from loan_order o join customer c using (customer_no)
        where o.payee_phone <> c.phone or o.payee_name <> c.customer_name)::int as payees,
      (select count(*) from payment_flow f join customer c using (customer_no)
        where f.payer_phone <> c.phone)::int as payers,
      (select count(*) from bill b left join loan_order o using (order_no)
        where o.customer_no is distinct from b.customer_no)::int as bills,
      (select count(*) from posting p left join bill b using (bill_no)
        where p.bill_no is not null and b.bill_no is null)::int as postings,
      (select count(*) from journal j left join journal_key k using (idempotency_key, journal_id, business_date)
        where k.journal_id is null)::int as keys,
      (select count(*) from journal where cause_type = 'END_OF_DAY'
        and not starts_with(idempotency_key, 'eod/' || cause_no || '/'))::int as nights,
      (select count(*) from payment_application a cross join unnest(a.journal_ids) as id
        left join journal_key k on k.journal_id = id where k.journal_id is null)::int as journals,
      (select count(*) from payment_application a cross join jsonb_array_elements(a.bills_before) as was
        left join bill b on b.bill_no = was ->> 'billNo' and b.order_no = a.order_no
        where b.bill_no is null)::int as bills_before,
      (select count(*) from order_evidence e join loan_order o using (order_no) join customer c using (customer_no)
        where e.topic = 'PERSON' and (c.customer_name not like (e.content ->> 'firstName') || ' %'
          or c.customer_name not like '% ' || (e.content ->> 'lastName') or e.content ->> 'whatsApp' <> c.phone
          or starts_with(e.content ->> 'email', lower(e.content ->> 'firstName')) = false))::int as persons,
      (select count(*) from order_evidence e join loan_order o using (order_no) join customer c using (customer_no)
        where e.topic = 'BANK' and e.content ->> 'accountName' <> upper(c.customer_name))::int as accounts,
      (select count(*) from order_evidence e join loan_order o using (order_no) join customer c using (customer_no)
        where e.topic = 'BVN' and c.customer_name not like (e.content ->> 'firstName') || ' %')::int as bvn`.execute(
    database.db,
  );
  expect(rows[0]).toEqual({
    phones: 0,
    serials: 0,
    payees: 0,
    payers: 0,
    bills: 0,
    postings: 0,
    keys: 0,
    nights: 0,
    journals: 0,
    billsBefore: 0,
    persons: 0,
    accounts: 0,
    bvn: 0,
  });
  const { files } = await database.db
    .selectFrom('orderEvidence')
    .select(sql<number>`count(*)::int`.as('files'))
    .where('topic', '=', 'PERSON')
    .executeTakeFirstOrThrow();
  expect(files).toBeGreaterThan(100);
});

it('leaves a book that lives on: payments, rollbacks, nights, new orders', async () => {
  const { db } = database;
  const { orderNo, merchantNo } = await db
    .selectFrom('loanOrder')
    .innerJoin('bill', 'bill.orderNo', 'loanOrder.orderNo')
    .select(['loanOrder.orderNo', 'loanOrder.merchantNo'])
    .where('orderStatus', '=', 'DISBURSED')
    .where('billStatus', '=', 'ACTIVE')
    .orderBy('loanOrder.orderNo', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(orderNo.slice(-8, -5)).toBe(`00${COPIES}`);
  await db.transaction().execute(async (tx) => {
    const { flowNo } = await receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: 'COPYLIVES',
      account: 'BANK.MPESA_PAYBILL',
      amountCents: 20_000,
      repayTime: new Date(),
    });
    const payment = { orderNo, billNo: null, flowNo, amountCents: 20_000 };
    await applyPayment(tx, { ...payment, repayType: 'GENERIC', idempotencyKey: 'copy/lives' });
    const kind = 'FULL_ROLLBACK';
    await rollBack(tx, { orderNo, kind, idempotencyKey: 'copy/lives/back' });
  });
  const log = createLogger('silent');
  expect((await runEndOfDay(db, businessDateOf(new Date()), log)).failed).toEqual([]);
  await seedLending(db, { orders: 5, merchants: 2, seed: 2, now: new Date() });
  // Phones follow from numbers: those past the copies are nobody's yet.
  const first = COPIES * NUMBER_STRIDE;
  const later = Array.from({ length: 1_000 }, (_, index) => person(new Dice(1), first + index).phone);
  const { rows: newest } = await sql<{ phone: string }>`
    select phone from customer order by customer_no desc limit 1`.execute(db);
  expect(later).toContain(newest[0]?.phone);
  expect(await driftedBills(db)).toEqual([]);
  await expect(multiplyBook(db, 1)).rejects.toThrow(/multiplied already/);
});

it('knows every table that holds something of a book', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname in ('order_no', 'bill_no', 'customer_no', 'flow_no', 'case_no', 'journal_id')`.execute(database.db);
  const known = new Set<string>([...COPIED_TABLES, ...NOT_COPIED]);
  const missing = rows.map(({ name }) => name).filter((name) => !known.has(name));
  expect(missing, 'to be added to copied-tables.ts').toEqual([]);
});
