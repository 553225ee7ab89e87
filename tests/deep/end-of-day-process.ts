import { openDatabase } from '../../server/src/db/pool.ts';
import { runEndOfDay } from '../../server/src/modules/end-of-day/index.ts';
import { createLogger } from '../../server/src/modules/health/index.ts';

// Ends of day in a process of their own, to lose their database: node end-of-day-process.ts <database url> <date> ...
const [url = '', ...dates] = process.argv.slice(2);
const { db, close } = openDatabase(url);
for (const date of dates) {
  await runEndOfDay(db, date, createLogger('silent'));
  process.stdout.write(`${date}\n`);
}
await close();
