import { openDatabase } from '../../server/src/db/pool.ts';
import { runEndOfDay } from '../../server/src/modules/lending/end-of-day/index.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { addDays } from '../../server/src/modules/platform/policy/index.ts';

// One end of day after the other, until the database is lost: node end-of-day-process.ts <database url> <first date>
const [url = '', first = ''] = process.argv.slice(2);
const { db } = openDatabase(url);
for (let date = first; ; date = addDays(date, 1)) {
  await runEndOfDay(db, date, createLogger('silent'));
  process.stdout.write(`${date}\n`);
}
