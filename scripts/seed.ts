import { parseArgs } from 'node:util';
import { readSettings } from '../server/src/config/settings.ts';
import { databaseFolder, startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { openDatabase } from '../server/src/db/pool.ts';
import { driftedBills, trialBalance } from '../server/src/modules/platform/ledger/index.ts';
import { seedDemo } from '../server/src/seed/index.ts';
import { fillBook } from '../server/src/seed/lending/fill-book.ts';

// npm run seed -- --orders 2000 [--merchants 3] [--seed 1]. Up to 5,000 orders are lived through by the engine; more
// are copies of some that were, and want an empty book: KITUO_DEMO_ORDERS=0 npm start, or a data folder of their own.
const USAGE = 'npm run seed -- --orders N [--merchants M] [--seed S]';
const log = { info: (message: string) => console.log(message), warn: console.warn };

function wholeNumber(name: string, text: string | undefined, fallback?: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (value === undefined || !Number.isInteger(value) || value < 1) {
    throw new RangeError(`--${name} takes a whole number from 1 on.\n${USAGE}`);
  }
  return value;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string' },
      merchants: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  return {
    orders: wholeNumber('orders', values.orders),
    merchants: wholeNumber('merchants', values.merchants, 3),
    seed: wholeNumber('seed', values.seed, 1),
  };
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

async function run(): Promise<void> {
  const asked = readArguments();
  const settings = readSettings(process.env);
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: databaseFolder(settings.dataDir), log });
  const database = openDatabase(settings.databaseUrl ?? embedded?.url ?? '', {
    maxConnections: 4,
    preparesAll: true,
  });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  try {
    await migrate(database.db);
    await seedDemo(database.db);
    const started = Date.now();
    const done = await fillBook(database.db, {
      ...asked,
      now: new Date(),
      signal: stop.signal,
      onProgress: (count) => log.info(`${count} orders lived through`),
      onTable: (table) => log.info(`${seconds(started)}: ${table} multiplied`),
    });
    log.info(`${done} orders in ${seconds(started)}.`);
    const { differenceCents } = await trialBalance(database.db);
    const drifted = await driftedBills(database.db);
    log.info(`Trial balance ${differenceCents}, bills off their postings: ${drifted.length}.`);
    if (differenceCents !== 0 || drifted.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
