import { migrate } from '../../server/src/db/migrate.ts';
import { openDatabase } from '../../server/src/db/pool.ts';
import { seedDemo } from '../../server/src/seed/index.ts';
import { fillBook } from '../../server/src/seed/lending/fill-book.ts';
import { requestApproval } from '../../server/src/seed/second-person.ts';

/** Each lives its orders on a connection of its own. */
const DEMO_MERCHANTS = 3;

/**
 * A thousand orders take twenty seconds to live through; what is more is copied from them, which only the owner of
 * a PostgreSQL may do.
 */
const livedAtStart = (orders: number, isOwn: boolean): number =>
  isOwn && orders >= 1_000 ? Math.ceil(orders / 2) : orders;

interface DemoPlan {
  readonly orders: number;
  /** Whether the PostgreSQL is ours. */
  readonly isOwn: boolean;
  readonly log: { info(message: string): void };
}

/**
 * Before the server listens, so that nobody meets a half-filled station. The book of loans is lived through
 * by the engine, so what a start with other numbers of orders wants is `npm run seed`.
 */
export async function fillDemo(databaseUrl: string, { orders, isOwn, log }: DemoPlan): Promise<void> {
  const database = openDatabase(databaseUrl, {
    maxConnections: DEMO_MERCHANTS + 1,
    preparesAll: true,
  });
  try {
    await migrate(database.db);
    if (!(await seedDemo(database.db))) return;
    await requestApproval(database.db);
    log.info('Demo data written.');
    if (orders === 0) return;
    const book = {
      orders,
      merchants: DEMO_MERCHANTS,
      seed: 1,
      now: new Date(),
      isSideBySide: true,
    };
    const done = await fillBook(database.db, { ...book, lived: livedAtStart(orders, isOwn) });
    log.info(`${done} loan applications made.`);
  } finally {
    await database.close();
  }
}
