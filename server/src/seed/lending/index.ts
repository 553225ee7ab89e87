import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { addDays, startOfBusinessDate } from '../../modules/platform/policy/index.ts';
import { NUMBER_STRIDE } from './copy-columns.ts';
import { Dice } from './dice.ts';
import { fundAccounts, newestJournal } from './fund-accounts.ts';
import { person } from './kenyans.ts';
import { liveThrough } from './live-through.ts';
import type { SeedPeople } from './seed-order.ts';
import { ensureProducts, pickProduct, type SeedProduct } from './products.ts';
import { SEED_STEPS } from './steps.ts';
import { type Fate, HISTORY_DAYS, type Story, throwStory } from './story.ts';

export interface LendingSeed {
  readonly orders: number;
  /** The first so many of the merchants there are. */
  readonly merchants: number;
  readonly seed: number;
  readonly now: Date;
  /**
   * Merchants live side by side, on a connection each: no command of the engine spans two. In half the time; only
   * numbers differ from filling to filling then, as the database gives them in the order in which they are requested.
   */
  readonly isSideBySide?: boolean;
  /** Of products that are collected by bill alone, and what becomes of the first of them. */
  readonly byBill?: readonly Fate[];
  /** Called after every so many orders. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Orders a transaction: a commit each would take as long as the orders. */
const BATCH = 25;
const PROGRESS_EVERY = 4 * BATCH;
const DAY_MS = 86_400_000;

/**
 * A believable lender: customers of many counties, first and repeat loans, every state an order can be in,
 * overdue tails, extensions, surpluses, losses, rollbacks. Made by the engine's own commands, so what holds
 * for the engine holds for it: the trial balance is 0. Its capital is paid in before the first loan.
 */
export async function seedLending(db: Database, options: LendingSeed): Promise<number> {
  const { now, seed } = options;
  const merchantNos = await merchantsOf(db, options.merchants);
  const all = await ensureProducts(db, merchantNos);
  const products = options.byBill ? collectedByBill(all) : all;
  const people = await peopleOf(db);
  await ensureMonths(db, now);
  const sinceJournal = await newestJournal(db);
  const before = await takenNumbers(db);
  const book: Book = { products, people, now, regulars: new Map() };
  const stories = storiesOf(options, merchantNos, before);
  const done = await liveAll(db, book, stories, options);
  for (const [index, step] of SEED_STEPS.entries()) {
    const dice = new Dice(seed * 7_919 + before + index);
    await step.run(db, { now, dice, merchantNos, people });
  }
  await fundAccounts(db, sinceJournal, people);
  return done;
}

/** @returns how many were lived through; fewer than all where it was broken off. */
async function liveAll(
  db: Database,
  book: Book,
  stories: readonly Told[],
  { isSideBySide, signal, onProgress }: LendingSeed,
): Promise<number> {
  const lanes = isSideBySide ? Map.groupBy(stories, ({ merchantNo }) => merchantNo).values() : [stories];
  let done = 0;
  let isOver = false;
  const liveLane = async (lane: readonly Told[]): Promise<void> => {
    for (let from = 0; from < lane.length && !isOver && !signal?.aborted; from += BATCH) {
      const batch = lane.slice(from, from + BATCH);
      await db.transaction().execute(async (tx) => {
        for (const told of batch) await live(tx, book, told);
      });
      const hundreds = Math.floor(done / PROGRESS_EVERY);
      done += batch.length;
      if (Math.floor(done / PROGRESS_EVERY) > hundreds) onProgress?.(done);
    }
  };
  const lived = [...lanes].map((lane) =>
    liveLane(lane).catch((error: unknown) => {
      isOver = true;
      throw error;
    }),
  );
  // None may still write once this one failed.
  const failed = (await Promise.allSettled(lived)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return done;
}

interface Book {
  readonly products: ReadonlyMap<string, readonly SeedProduct[]>;
  readonly people: SeedPeople;
  readonly now: Date;
  /** Those who repaid and may come again, by merchant. */
  readonly regulars: Map<string, Regular[]>;
}

interface Told {
  readonly number: number;
  readonly merchantNo: string;
  readonly dice: Dice;
  readonly story: Story;
}

async function live(tx: Tx, book: Book, told: Told): Promise<void> {
  const { number, merchantNo, dice, story } = told;
  const product = pickProduct(dice, book.products.get(merchantNo) ?? []);
  const known = book.regulars.get(merchantNo) ?? [];
  book.regulars.set(merchantNo, known);
  // Nobody is lent to twice at a time.
  const place = story.isRepeat ? known.findIndex(({ freeFrom }) => freeFrom <= story.appliedAt) : -1;
  const [regular] = place < 0 ? [] : known.splice(place, 1);
  const customer = regular?.customer ?? (await newCustomer(tx, merchantNo, dice, { number, story }));
  const order = { number, merchantNo, product, customer, story };
  const orderNo = await liveThrough(tx, order, book.people, dice, book.now);
  if (story.decision !== 'PAID_OUT' || story.habit === 'NEVER') return;
  const freeFrom = await repaidOn(tx, orderNo);
  if (freeFrom !== null) known.push({ customer, freeFrom });
}

/** The end of the day on which the last bill of a loan was settled; null while it runs. */
async function repaidOn(tx: Tx, orderNo: string): Promise<Date | null> {
  const { day } = await tx
    .selectFrom('bill as b')
    .innerJoin('loanOrder as o', 'o.orderNo', 'b.orderNo')
    .select(({ fn }) => fn.max('b.actualDate').as('day'))
    .where('b.orderNo', '=', orderNo)
    .where('o.orderStatus', '=', 'CLOSED')
    .executeTakeFirstOrThrow();
  return day === null ? null : startOfBusinessDate(addDays(day, 1));
}

/** The orders in the order in which they were applied for; numbers rise with time. */
function storiesOf({ orders, seed, now, byBill }: LendingSeed, merchantNos: readonly string[], before: number): Told[] {
  return Array.from({ length: orders }, (_, index) => {
    const dice = new Dice(seed * 1_000_003 + before + index);
    const story = throwStory(dice, now, index, byBill);
    return { dice, story, merchantNo: dice.pick(merchantNos) };
  })
    .sort((left, right) => left.story.appliedAt.getTime() - right.story.appliedAt.getTime())
    .map((told, index) => ({ ...told, number: before + index + 1 }));
}

function collectedByBill(
  all: ReadonlyMap<string, readonly SeedProduct[]>,
): ReadonlyMap<string, readonly SeedProduct[]> {
  const isByBill = ({ terms }: SeedProduct) => terms.collectionScope === 'BILL';
  return new Map([...all].map(([merchantNo, products]) => [merchantNo, products.filter(isByBill)]));
}

/** The months that the book goes back to. */
async function ensureMonths(db: Database, now: Date): Promise<void> {
  const first = new Date(now.getTime() - (HISTORY_DAYS + 3) * DAY_MS);
  const months = Math.ceil(HISTORY_DAYS / 28) + 3;
  await sql`select ensure_ledger_months(${first}::date, ${months}),
    ensure_month_partitions('order_event', 3, ${first})`.execute(db);
}

/** So many numbers of customers are taken: in a book that was multiplied, all up to the last copy's. */
async function takenNumbers(db: Database): Promise<number> {
  const { count, last } = await db
    .selectFrom('loanOrder')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(max(right(order_no, 10)::bigint), 0)::float8`.as('last'))
    .executeTakeFirstOrThrow();
  return last < NUMBER_STRIDE ? count : last;
}

/** A customer who repaid, and since when. */
interface Regular {
  readonly customer: Customer;
  readonly freeFrom: Date;
}

interface Customer {
  readonly customerNo: string;
  readonly phone: string;
  readonly name: string;
}

async function newCustomer(
  tx: Tx,
  merchantNo: string,
  dice: Dice,
  { number, story }: Pick<Told, 'number' | 'story'>,
): Promise<Customer> {
  const facts = person(dice, number);
  const { customerNo } = await tx
    .insertInto('customer')
    .values({ merchantNo, ...facts, createdAt: story.appliedAt })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  return { customerNo, phone: facts.phone, name: facts.customerName };
}

async function merchantsOf(db: Database, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').limit(limit).execute();
  return rows.map(({ merchantNo }) => merchantNo);
}

/** Reviewers by their right to review, and somebody else to check. */
async function peopleOf(db: Database): Promise<SeedPeople> {
  const rows = await db
    .selectFrom('userRole as u')
    .innerJoin('roleCode as c', 'c.roleNo', 'u.roleNo')
    .select('u.userNo')
    .distinct()
    .where('c.code', '=', 'audit:order:audit')
    .orderBy('u.userNo')
    .execute();
  const [checker, ...reviewers] = rows.map(({ userNo }) => userNo);
  if (checker === undefined || reviewers.length === 0) {
    throw new Error('two people who may review orders are needed; seed the staff first');
  }
  return { reviewers, checker };
}
