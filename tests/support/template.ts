import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { businessDateOf } from '../../server/src/modules/platform/policy/index.ts';

const SERVER = join(import.meta.dirname, '../../server/src');
const SOURCES = ['migrations', 'seed', 'db/migrate.ts', 'db/database.ts'];
/** What a book of loans is made by. */
const ENGINE = ['platform/ledger', 'platform/policy', 'lending', 'payments', 'collections/collections'].map(
  (place) => `modules/${place}`,
);
const KEPT_TEMPLATES = 6;

/** Brings an empty database to the state that the tests start from. */
export type Fill = (databaseUrl: string) => Promise<void>;

function filesBelow(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Changes with every file that decides what such a database looks like, with the month, whose partitions it has, and,
 * where loans are lived up to today, with the day in Nairobi.
 */
function sourceHash(kind: string): string {
  const hash = createHash('sha256');
  const isLending = kind === 'lending';
  const sources = isLending ? [...SOURCES, ...ENGINE] : SOURCES;
  for (const file of sources.flatMap((source) => filesBelow(join(SERVER, source)))) {
    hash.update(file.slice(SERVER.length)).update(readFileSync(file));
  }
  const now = new Date();
  hash.update(now.toISOString().slice(0, 7));
  if (isLending) hash.update(businessDateOf(now));
  return hash.digest('hex').slice(0, 16);
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  return found.rowCount === 1;
}

async function dropOldTemplates(client: pg.Client, kind: string): Promise<void> {
  const old = await client.query<{ datname: string }>(
    'select datname from pg_database where datname like $1 order by oid desc offset $2',
    [`template\\_${kind}\\_%`, KEPT_TEMPLATES],
  );
  for (const { datname } of old.rows) {
    await client.query(`drop database if exists ${datname} with (force)`);
  }
}

export interface TemplateOptions {
  readonly kind: string;
  /** The name of the database that it begins as a copy of. */
  readonly base: () => Promise<string>;
  readonly fill: Fill;
  readonly urlOf: (database: string) => string;
}

/**
 * The name of the template of this kind for the present sources; made with `fill` when it is
 * missing. Parallel test processes wait for the one that makes it.
 */
export async function ensureTemplate(client: pg.Client, { kind, base, fill, urlOf }: TemplateOptions): Promise<string> {
  const name = `template_${kind}_${sourceHash(kind)}`;
  if (await exists(client, name)) return name;
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    if (await exists(client, name)) return name;
    const unfinished = `unfinished_${name}`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} template ${await base()}`);
    await fill(urlOf(unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
    await dropOldTemplates(client, kind);
    return name;
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
}
