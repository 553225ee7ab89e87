import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/**
 * What a copy of a running cluster leaves out: PostgreSQL makes it anew, and some of it must not come along.
 * Source: PostgreSQL's manual, "Making a Base Backup Using the Low-Level API".
 */
const CONTENT_LEFT_OUT = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const isLeftOut = (name: string): boolean =>
  name === 'postmaster.pid' ||
  name === 'postmaster.opts' ||
  name.startsWith('pgsql_tmp') ||
  name.startsWith('pg_internal.init');

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A file that goes while it is copied was dropped in the database, too: what is read again of the log says so. */
async function copyTree(from: string, to: string, isTop: boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (isLeftOut(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    try {
      if (!entry.isDirectory()) await cp(source, target);
      else if (isTop && CONTENT_LEFT_OUT.has(entry.name)) await mkdir(target, { recursive: true, mode: 0o700 });
      else await copyTree(source, target, false);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

const SLOT = 'kituo_backup';

/**
 * Copies the data folder of a running PostgreSQL while it works on: whatever was committed when this was called, and
 * what follows until its end, comes back with the copy. A slot keeps the log of that time from being thrown away.
 * @param url of a superuser of that cluster
 * @throws Error where another backup runs, or the log is not whole
 */
export async function copyRunningCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'kituo backup' });
  await client.connect();
  try {
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [SLOT]);
    await client.query(`SELECT pg_backup_start('kituo', true)`);
    await copyTree(from, to, true);
    const { rows } = await client.query<{ labelfile: string; last: string }>(
      `SELECT labelfile, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)`,
    );
    const label = rows[0]?.labelfile ?? '';
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600 });
    await copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), label, rows[0]?.last ?? '');
  } finally {
    // The slot is of this session and goes with it.
    await client.end();
  }
}

/** The log from the first segment that the copy needs to the last one. */
async function copyLog(from: string, to: string, label: string, last: string): Promise<void> {
  const first = /file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (first === undefined) throw new Error('PostgreSQL did not say where its copy begins.');
  await mkdir(join(to, 'archive_status'), { recursive: true, mode: 0o700 });
  const names = (await readdir(from)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!names.includes(first) || !names.includes(last)) {
    throw new Error(`The log from ${first} to ${last} is not whole; nothing can be restored from this copy.`);
  }
  for (const name of names) await cp(join(from, name), join(to, name));
}

/** Copies the data folder of a PostgreSQL that is stopped. */
export async function copyStoppedCluster(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  await rm(join(to, 'postmaster.pid'), { force: true });
}

/** Whether a copy is one that PostgreSQL can start from. */
export async function isCluster(folder: string): Promise<boolean> {
  return await readFile(join(folder, 'PG_VERSION'), 'utf8').then(
    () => true,
    () => false,
  );
}
