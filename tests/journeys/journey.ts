import { afterAll, afterEach } from 'vitest';
import type { Database } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/pool.ts';
import { station } from '../e2e/support/station.ts';
import type { BrowserContextOptions } from 'playwright';
import { Visits, type Visit, type VisitOptions } from '../e2e/support/visits.ts';
import { databaseOfStation } from '../support/station-process.ts';

/** What a journey has: a server with demo data, its database, and people who sit at browsers. */
export interface Journey {
  readonly url: string;
  /** Signs a person in and opens a page as that person. Their faults are asked of `faults`. */
  readonly as: (options?: VisitOptions) => Promise<Visit>;
  /** Somebody without a session, in a window of its own: a customer on a phone. */
  readonly stranger: (options?: BrowserContextOptions) => Promise<Omit<Visit, 'token'>>;
  /** What went wrong in any browser of this test: uncaught errors, console errors, broken content rules. */
  readonly faults: () => readonly string[];
  /** Prepares or looks at what no page shows. What a person would click is clicked. */
  readonly withDatabase: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
}

/** Called once at the top of a file. */
export function journey(): Journey {
  const { url, dataDir } = station();
  const visits = new Visits(url);
  const open: Pick<Visit, 'faults'>[] = [];
  afterEach(async () => {
    open.length = 0;
    await visits.leave();
  });
  afterAll(async () => await visits.close());
  return {
    url,
    as: async (options) => {
      const visit = await visits.as(options);
      open.push(visit);
      return visit;
    },
    stranger: async (options) => {
      const visit = await visits.blank(options);
      open.push(visit);
      return visit;
    },
    faults: () => open.flatMap(({ faults }) => faults),
    withDatabase: async (work) => {
      const database = openDatabase(databaseOfStation(dataDir), { maxConnections: 2 });
      try {
        return await work(database.db);
      } finally {
        await database.close();
      }
    },
  };
}
