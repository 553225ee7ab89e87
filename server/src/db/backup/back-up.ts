import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { clusterPlace, databaseFolder, holdFolder, runningUrl, takeOver } from '../embedded.ts';
import type { EmbeddedLog } from '../embedded.ts';
import { pgData } from '../embedded/cluster.ts';
import { BackupError } from './backup-error.ts';
import { copyRunningCluster, copyStoppedCluster, isCluster } from './copy-cluster.ts';
import { dumpDatabase, restoreDump } from './dump.ts';

export interface BackupOptions {
  /** `KITUO_DATA`. */
  readonly dataDir: string;
  /** `DATABASE_URL`; undefined means the embedded database of the data folder. */
  readonly databaseUrl: string | undefined;
  /** The folder of the backup. */
  readonly folder: string;
  readonly log: EmbeddedLog;
}

const ABOUT = 'backup.json';
const CLUSTER = 'cluster';
const PASSWORD = 'password';
const DUMP = 'database.dump';
const DATA = 'data';
/** What another start makes anew, or what is not finished. */
const NOT_DATA = new Set(['postgres', 'unfinished-files']);

async function backUpEmbedded(dataDir: string, to: string): Promise<void> {
  const home = databaseFolder(dataDir);
  const cluster = { folder: clusterPlace(home) };
  if (!(await isCluster(pgData(cluster)))) throw new BackupError(`There is no database in ${home}.`);
  await cp(join(cluster.folder, PASSWORD), join(to, PASSWORD));
  const url = runningUrl(home);
  if (url !== undefined) return await copyRunningCluster(url, pgData(cluster), join(to, CLUSTER));
  // Nobody starts it meanwhile.
  const giveBack = holdFolder(home);
  try {
    await copyStoppedCluster(pgData(cluster), join(to, CLUSTER));
  } finally {
    giveBack();
  }
}

/**
 * Writes a backup: the database first and then the files, so that each file a row names is in it. The server may go on
 * working. A backup that was broken off lies below another name and is no backup.
 * @throws BackupError where the folder exists or there is nothing to back up
 */
export async function backUp({ dataDir, databaseUrl, folder, log }: BackupOptions): Promise<void> {
  const to = resolve(folder);
  if (existsSync(to)) throw new BackupError(`${to} exists already. Each backup takes a folder of its own.`);
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  if (databaseUrl === undefined) await backUpEmbedded(dataDir, unfinished);
  else await dumpDatabase(databaseUrl, join(unfinished, DUMP));
  await mkdir(join(unfinished, DATA));
  for (const name of existsSync(dataDir) ? await readdir(dataDir) : []) {
    if (!NOT_DATA.has(name)) await cp(join(dataDir, name), join(unfinished, DATA, name), { recursive: true });
  }
  const about = { madeAt: new Date().toISOString(), database: databaseUrl === undefined ? 'embedded' : 'dump' };
  await writeFile(join(unfinished, ABOUT), `${JSON.stringify(about)}\n`);
  await mkdir(dirname(to), { recursive: true });
  await rename(unfinished, to);
  log.info(`Backed up to ${to}.`);
}

/**
 * Brings a backup back into an empty place: the embedded database into a data folder that has none, a dump into the
 * database of `databaseUrl`, which has no tables yet. The next start of Kituo works on it.
 * @throws BackupError where the place is not empty or the folder is no backup
 */
export async function restore({ dataDir, databaseUrl, folder, log }: BackupOptions): Promise<void> {
  const from = resolve(folder);
  const text = await readFile(join(from, ABOUT), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${from} is no backup: it has no ${ABOUT}.`);
  const { database }: { database: string } = JSON.parse(text);
  if ((database === 'embedded') !== (databaseUrl === undefined)) {
    throw new BackupError(
      database === 'embedded'
        ? 'This backup is of the embedded database. Unset DATABASE_URL to restore it.'
        : 'This backup is a dump. Set DATABASE_URL to an empty database to restore it.',
    );
  }
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new BackupError(`${dataDir} is not empty. Restore into a folder of its own (KITUO_DATA).`);
  }
  // Whole or not at all, and first: what it refuses leaves no files behind that a second try would stumble over.
  if (databaseUrl !== undefined) await restoreDump(databaseUrl, join(from, DUMP));
  await cp(join(from, DATA), dataDir, { recursive: true });
  if (databaseUrl === undefined) {
    takeOver(databaseFolder(dataDir), { cluster: join(from, CLUSTER), password: join(from, PASSWORD) }, log);
  }
  log.info(`Restored from ${from} to ${dataDir}.`);
}
