import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
/** What a run with several workers may need there at once, and room for others. */
const NEEDED_BYTES = 2 * 1024 ** 3;
const SPACE = 'memory';

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

async function dropSpace(client: pg.Client): Promise<void> {
  const left = await client.query<{ datname: string }>(
    `select datname from pg_database d join pg_tablespace t on t.oid = d.dattablespace
      where t.spcname = $1`,
    [SPACE],
  );
  for (const { datname } of left.rows) {
    await client.query(`drop database if exists ${datname} with (force)`);
  }
  await client.query(`drop tablespace if exists ${SPACE}`);
}

async function makeSpace(client: pg.Client, cluster: string): Promise<void> {
  const folder = join(MEMORY, `kituo-tests-${nameOf(cluster)}`);
  const found = await client.query<{ location: string }>(
    'select pg_tablespace_location(oid) as location from pg_tablespace where spcname = $1',
    [SPACE],
  );
  if (found.rows[0]?.location === folder && existsSync(folder)) return;
  // After a restart of the machine the folder is gone; with a new cluster it belongs to nobody.
  await dropSpace(client);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const owner = statSync(cluster);
  chownSync(folder, owner.uid, owner.gid);
  await client.query(`create tablespace ${SPACE} location '${folder}'`);
}

const nameOf = (cluster: string): string => createHash('sha256').update(cluster).digest('hex').slice(0, 12);

/**
 * How a copy of a template is made: in memory, where this machine has a place there. A database is some 1,400
 * files, and making them on a disk takes fifty times as long as in memory, and longer than most files of tests.
 * `cluster` is PostgreSQL's data folder.
 */
export async function copyOptions(client: pg.Client, cluster: string): Promise<string> {
  if (!hasRoom()) return '';
  await client.query('select pg_advisory_lock(hashtext($1))', [SPACE]);
  try {
    await makeSpace(client, cluster);
    return `tablespace ${SPACE} strategy file_copy`;
  } catch {
    // Somebody else's folder, or a PostgreSQL that may not go there: the disk does as well.
    return '';
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [SPACE]);
  }
}
