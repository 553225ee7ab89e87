import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { Dice } from './dice.ts';
import { fundAccounts, newestJournal } from './fund-accounts.ts';
import { person } from './kenyans.ts';
import { liveThrough } from './live-through.ts';
import type { SeedPeople } from './seed-order.ts';
import { ensureProducts, pickProduct, type SeedProduct } from './products.ts';
import { SEED_STEPS } from './steps.ts';
import { HISTORY_DAYS, type Story, throwStory } from './story.ts';

export interface LendingSeed {
  readonly orders: number;
  /** The first so many of the merchants there are. */
  readonly merchants: number;
  readonly seed: number;
  readonly now: Date;
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
  const { now, signal, seed } = options;
  const merchantNos = await merchantsOf(db, options.merchants);
  const products = await ensureProducts(db, merchantNos);
  const people = await peopleOf(db);
  await ensureMonths(db, now);
  const sinceJournal = await newestJournal(db);
  const { count: before } = await db
    .selectFrom('loanOrder')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const book: Book = { merchantNos, products, people, now, regulars: new Map() };
  const stories = storiesOf(options, before);
  let done = 0;
  while (done < stories.length && !signal?.aborted) {
    const batch = stories.slice(done, done + BATCH);
    await db.transaction().execute(async (tx) => {
      for (const told of batch) await live(tx, book, told);
    });
    done += batch.length;
    if (done % PROGRESS_EVERY === 0) options.onProgress?.(done);
  }
  for (const [index, step] of SEED_STEPS.entries()) {
    const dice = new Dice(seed * 7_919 + before + index);
    await step.run(db, { now, dice, merchantNos, people });
  }
  await fundAccounts(db, sinceJournal, people);
  return done;
}

interface Book {
  readonly merchantNos: readonly string[];
  readonly products: ReadonlyMap<string, readonly SeedProduct[]>;
  readonly people: SeedPeople;
  readonly now: Date;
  /** Those who repaid and may come again, by merchant. */
  readonly regulars: Map<string, Customer[]>;
}

interface Told {
  readonly number: number;
  readonly dice: Dice;
  readonly story: Story;
}

async function live(tx: Tx, book: Book, { number, dice, story }: Told): Promise<void> {
  const merchantNo = dice.pick(book.merchantNos);
  const product = pickProduct(dice, book.products.get(merchantNo) ?? []);
  const known = book.regulars.get(merchantNo) ?? [];
  book.regulars.set(merchantNo, known);
  const regular = story.isRepeat ? known.shift() : undefined;
  const customer = regular ?? (await newCustomer(tx, merchantNo, dice, { number, story }));
  const order = { number, merchantNo, product, customer, story };
  await liveThrough(tx, order, book.people, dice, book.now);
  if (story.decision === 'PAID_OUT' && story.habit !== 'NEVER') known.push(customer);
}

/** The orders in the order in which they were applied for; numbers rise with time. */
function storiesOf({ orders, seed, now }: LendingSeed, before: number): Told[] {
  return Array.from({ length: orders }, (_, index) => {
    const dice = new Dice(seed * 1_000_003 + before + index);
    return { dice, story: throwStory(dice, now, index) };
  })
    .sort((left, right) => left.story.appliedAt.getTime() - right.story.appliedAt.getTime())
    .map((told, index) => ({ ...told, number: before + index + 1 }));
}

/** The months that the book goes back to. */
async function ensureMonths(db: Database, now: Date): Promise<void> {
  const first = new Date(now.getTime() - (HISTORY_DAYS + 3) * DAY_MS);
  const months = Math.ceil(HISTORY_DAYS / 28) + 3;
  await sql`select ensure_ledger_months(${first}::date, ${months}),
    ensure_month_partitions('order_event', 3, ${first})`.execute(db);
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
  const rows = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(limit)
    .execute();
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
