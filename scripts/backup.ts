import { parseArgs } from 'node:util';
import { readSettings } from '../server/src/config/settings.ts';
import { backUp, restore } from '../server/src/db/backup/back-up.ts';
import { BackupError } from '../server/src/db/backup/backup-error.ts';
import { databaseFolder, startEmbedded } from '../server/src/db/embedded.ts';
import { openDatabase } from '../server/src/db/pool.ts';
import { driftedBills, trialBalance } from '../server/src/modules/platform/ledger/index.ts';

// npm run backup -- <folder>; npm run backup -- --restore <folder>. Database and files of KITUO_DATA and DATABASE_URL.
const log = { info: (text: string) => console.log(text), warn: (text: string) => console.warn(text) };

/** What was restored is opened once and its ledger added up. @throws BackupError where it does not balance */
async function checkRestored(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir: databaseFolder(dataDir), log });
  const database = openDatabase(databaseUrl ?? embedded?.url ?? '', { maxConnections: 2 });
  try {
    const { differenceCents } = await trialBalance(database.db);
    const drifted = await driftedBills(database.db);
    if (differenceCents !== 0 || drifted.length > 0) {
      throw new BackupError(
        `The ledger is off by ${differenceCents} cents, ${drifted.length} bills by their postings.`,
      );
    }
    log.info('The ledger balances.');
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { restore: { type: 'boolean' } }, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new BackupError('npm run backup -- [--restore] <folder>');
  const { dataDir, databaseUrl } = readSettings(process.env);
  const options = { dataDir, databaseUrl, folder, log };
  if (values.restore !== true) return await backUp(options);
  await restore(options);
  await checkRestored(dataDir, databaseUrl);
}

try {
  await run();
} catch (error) {
  console.error(error instanceof BackupError ? error.message : error);
  process.exitCode = 1;
}
