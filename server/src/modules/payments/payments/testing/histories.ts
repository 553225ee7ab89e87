import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import type { Database } from '../../../../db/database.ts';
import { openDatabase, type OpenDatabase } from '../../../../db/pool.ts';
import { makeCollector } from '../../../collections/collections/testing/collectors.ts';
import { moveTemplate, saveTemplate } from '../../../lending/coupons/index.ts';
import { makeProduct } from '../../../lending/orders/testing/lend.ts';
import type { TestApp } from '../../../../../testing/test-app.ts';
import { liveHistory, OLDEST } from './engine-model.ts';
import { openLender } from './lender.ts';
import { type Onlooker, openOnlooker } from './onlooker.ts';
import { anyCommands } from './model-commands.ts';
import { expectLenderInOrder } from './lender-rules.ts';
import type { Lender, ModelPeople } from './model-world.ts';

/** How many histories, how long, and which. */
export interface HistoryPlan {
  readonly histories: number;
  readonly commands: number;
  /** Equal seeds, equal histories. `KITUO_HISTORY_SEED` overrides it, so that a failure can be lived again. */
  readonly seed?: number;
  /** A file of the batches that are done: a run with the same plan goes on behind them. */
  readonly doneFile?: string;
}

export interface HistoryBook {
  readonly db: Database;
  /** @returns how many histories this run lived, and how many commands took effect, by kind. */
  live(plan: HistoryPlan): Promise<Lived>;
  close(): Promise<void>;
}

export interface Lived {
  readonly effects: ReadonlyMap<string, number>;
  readonly histories: number;
}

/** Histories side by side: what the database does for one leaves the engine free for another. */
const LANES = 4;

/** So many follow from one seed: what is lived again after a failure, and lost when a run is interrupted. */
const BATCH = 10;

/**
 * Statements are planned once, while the tables hold a history or two and are read whole soonest: at the hundredth they
 * would still be read whole. A book of years is read off its indexes.
 */
const AS_WITH_MANY_ROWS = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
];

/** Puts into an application with the demo data what random histories need, products of several kinds; `close` ends it. */
export async function openHistories(app: TestApp): Promise<HistoryBook> {
  const { database } = app;
  const options = AS_WITH_MANY_ROWS.map((setting) => `-c ${setting}`).join(' ');
  const url = `${database.url}?options=${encodeURIComponent(options)}`;
  const opened = openDatabase(url, { maxConnections: LANES, preparesAll: true });
  const [maker, checker] = await database.db
    .selectFrom('appUser')
    .select('userNo')
    .orderBy('userNo')
    .limit(2)
    .execute();
  if (!maker || !checker) throw new Error('the seed has fewer than two people');
  const people = {
    maker: maker.userNo,
    checker: checker.userNo,
    collectors: await threeCollectors(database),
    couponTemplateNo: await couponTemplate(database.db, maker.userNo, checker.userNo),
  };
  const productNos = [
    await makeProduct(database.db, { installments: 1, termDays: 14 }),
    await makeProduct(database.db, {
      installments: 3,
      termDays: 60,
      lateFeeBps: 400,
      collectionScope: 'BILL',
    }),
    await makeProduct(database.db, { installments: 1, termDays: 30, feeTiming: 'UPFRONT' }),
  ];
  const lender = await openLender(app, people);
  const onlooker = await openOnlooker(app);
  return {
    db: database.db,
    live: (plan) => live({ opened, people, lender, onlooker, productNos }, plan),
    close: async () => {
      await opened.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

async function threeCollectors(database: TestApp['database']): Promise<string[]> {
  const userNos: string[] = [];
  for (const name of ['achieng', 'baraka', 'chebet']) {
    userNos.push(await makeCollector(database, name, { dailyCap: 999 }));
  }
  return userNos;
}

async function couponTemplate(db: Database, maker: string, checker: string): Promise<string> {
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const template = {
    merchantNo,
    couponContent: 'KES 100 less',
    couponType: 'DISCOUNT' as const,
    amountCents: 10_000,
    validityDays: 20,
    useRule: {},
  };
  return await db.transaction().execute(async (tx) => {
    const no = await saveTemplate(tx, template, { userNo: maker, scope: 'all' });
    await moveTemplate(tx, no, 'approve', { userNo: checker, scope: 'all', at: new Date() });
    return no;
  });
}

interface Stage {
  readonly opened: OpenDatabase;
  readonly people: ModelPeople;
  readonly lender: Lender;
  readonly onlooker: Onlooker;
  readonly productNos: readonly string[];
}

async function live(stage: Stage, plan: HistoryPlan): Promise<Lived> {
  const seed = Number(process.env.KITUO_HISTORY_SEED ?? plan.seed ?? Date.now() % 1_000_000_000);
  const done = batchesDone(plan.doneFile, seed);
  const batches = Array.from({ length: Math.ceil(plan.histories / BATCH) }, (_, index) => index);
  const waiting = batches.filter((batch) => !done.has(batch));
  const effects = new Map<string, number>();
  let histories = 0;
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      if (hasFailed) return;
      const size = Math.min(BATCH, plan.histories - batch * BATCH);
      try {
        await liveBatch(stage, { seed: seed + batch, size, plan, effects });
        await stage.onlooker.look(batch);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      histories += size;
      if (plan.doneFile !== undefined) appendFileSync(plan.doneFile, `${seed} ${batch}\n`);
    }
  };
  // The first failure waits for the other lane, so that no history runs on a database that is gone.
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  await expectLenderInOrder(stage.opened.db);
  await stage.onlooker.expectNoSecrets();
  return { effects, histories };
}

interface Batch {
  readonly seed: number;
  readonly size: number;
  readonly plan: HistoryPlan;
  readonly effects: Map<string, number>;
}

/** @throws what fast-check says of the first history that failed: its seed lives the batch again. */
async function liveBatch(
  { opened, people, lender, productNos }: Stage,
  { seed, size, plan, effects }: Batch,
): Promise<void> {
  const { commands: length } = plan;
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: productNos.length - 1 }),
      fc.nat({ max: OLDEST - 1 }),
      anyCommands(length),
      async (which, firstAge, commands) => {
        const isOfPolicy = commands.some(({ kind }) => kind === 'lender');
        // In turn, so that a run comes to every part of the company; about three to a batch.
        const theme = 3 * seed + (isOfPolicy ? (turn += 1) : 0);
        await liveHistory(
          { db: opened.db, people, lender, productNo: productNos[which] ?? '', firstAge, theme },
          commands,
          effects,
        );
      },
    ),
    { seed, numRuns: size, endOnFailure: true },
  );
}

function batchesDone(file: string | undefined, seed: number): ReadonlySet<number> {
  if (file === undefined) return new Set();
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return new Set();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Set(
    lines
      .map((line) => line.split(' ').map(Number))
      .flatMap(([of, batch]) => (of === seed && batch !== undefined ? [batch] : [])),
  );
}
