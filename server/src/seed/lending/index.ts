import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { Dice } from './dice.ts';
import { person } from './kenyans.ts';
import { liveThrough, type SeedPeople } from './live-through.ts';
import { ensureProducts } from './products.ts';
import { throwStory } from './story.ts';

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

const PROGRESS_EVERY = 100;
const HISTORY_MONTHS = 13;

/**
 * A believable lender: customers of many counties, first and repeat loans, every state an order can be in,
 * overdue tails, extensions, surpluses, rollbacks. Made by the engine's own commands, each order in one
 * transaction, so what holds for the engine holds for it: the trial balance is 0.
 */
export async function seedLending(db: Database, options: LendingSeed): Promise<number> {
  const { now, signal } = options;
  const merchantNos = await merchantsOf(db, options.merchants);
  const products = await ensureProducts(db, merchantNos);
  const people = await peopleOf(db);
  const firstMonth = new Date(now.getTime() - (HISTORY_MONTHS - 3) * 31 * 86_400_000);
  await sql`select ensure_ledger_months(${firstMonth}::date, ${HISTORY_MONTHS})`.execute(db);
  const { count: before } = await db
    .selectFrom('loanOrder')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const regulars = new Map<string, Customer[]>(merchantNos.map((merchantNo) => [merchantNo, []]));
  let done = 0;
  for (const { number, story, dice } of storiesOf(options, before)) {
    if (signal?.aborted) break;
    const merchantNo = dice.pick(merchantNos);
    const product = dice.pick(products.get(merchantNo) ?? []);
    const known = regulars.get(merchantNo) ?? [];
    const regular = story.isRepeat ? known.shift() : undefined;
    const customer = await db.transaction().execute(async (tx) => {
      const one = regular ?? (await newCustomer(tx, merchantNo, dice, number));
      const order = { number, merchantNo, product, customer: one, story };
      await liveThrough(tx, order, people, dice, now);
      return one;
    });
    if (story.decision === 'PAID_OUT' && story.habit !== 'NEVER') known.push(customer);
    done += 1;
    if (done % PROGRESS_EVERY === 0) options.onProgress?.(done);
  }
  return done;
}

/** The orders in the order in which they were applied for; numbers rise with time. */
function storiesOf({ orders, seed, now }: LendingSeed, before: number) {
  return Array.from({ length: orders }, (_, index) => {
    const dice = new Dice(seed * 1_000_003 + before + index);
    return { dice, story: throwStory(dice, now) };
  })
    .sort((left, right) => left.story.appliedAt.getTime() - right.story.appliedAt.getTime())
    .map((told, index) => ({ ...told, number: before + index + 1 }));
}

interface Customer {
  readonly customerNo: string;
  readonly phone: string;
  readonly name: string;
}

async function newCustomer(
  tx: Parameters<typeof liveThrough>[0],
  merchantNo: string,
  dice: Dice,
  number: number,
): Promise<Customer> {
  const facts = person(dice, number);
  const { customerNo } = await tx
    .insertInto('customer')
    .values({ merchantNo, ...facts })
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
