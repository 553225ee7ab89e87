import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Queryable } from './database.ts';
import { PREPARED } from './prepared.ts';
import type { Schema } from './schema.ts';

/**
 * int8 as a number: money in cents and counts fit; what does not fit is refused rather than rounded.
 * Throws RangeError past ±9,007,199,254,740,991.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

const INT8_ARRAY = 1016;

const typeParsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseInt8],
  [INT8_ARRAY, (text) => parseArray(text, parseInt8)],
  // A date has no time zone; pg's default makes a local midnight of it.
  [pg.types.builtins.DATE, (text) => text],
]);

/** Type parsers of one pool; pg's own are left as they are for everybody else. */
export const customTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : typeParsers.get(oid);
    return own ?? pg.types.getTypeParser(oid, format ?? 'text');
  },
};

/** `{1,2}`: numbers alone, so no quotes and no nesting. */
function parseArray<T>(text: string, parse: (item: string) => T): T[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map(parse);
}

/** PostgreSQL's word where a migration changed the columns of a statement that was prepared before. */
const OUTDATED = 'cached plan must not change result type';
/** Part of each name: what was prepared before a migration is prepared again under another. */
let generation = 0;

/** Names by text, as many as there are of those that are said again and again. */
const names = new Map<string, string>();
const MAX_NAMES = 2_000;

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    if (names.size >= MAX_NAMES) names.clear();
    names.set(text, name);
  }
  return `${generation}.${name}`;
}

/**
 * A statement that begins or ends with the comment "prepared" is parsed and planned once a connection. For the
 * few of every payment, whose planning costs as much as their work, and whose plan no value changes.
 */
const nameOfMarked = (text: string): string | undefined =>
  text.endsWith(PREPARED) || text.startsWith(PREPARED) ? nameOf(text) : undefined;

/** Every statement that takes values, by its text: where thousands of the same follow each other. */
const nameOfAny = (text: string, values: unknown): string | undefined =>
  Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;

function forgetOutdated(error: unknown): void {
  if (error instanceof Error && error.message === OUTDATED) generation += 1;
}

/** PostgreSQL's code for a write on a node that only reads: it was the primary until a fail-over. */
const READ_ONLY = '25006';
/** Connections to a node that only reads: nothing but closing them leads to the new primary. */
const demoted = new WeakSet<object>();

function preparingClient(nameFor: typeof nameOfAny): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this);
      const prepare = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
        const name = typeof text === 'string' ? nameFor(text, values) : undefined;
        const asked: unknown = Reflect.apply(
          query,
          this,
          name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest],
        );
        if (asked instanceof Promise) {
          asked.catch((error: unknown) => {
            forgetOutdated(error);
            if (error instanceof pg.DatabaseError && error.code === READ_ONLY) demoted.add(this);
          });
        }
        return asked;
      };
      Object.defineProperty(this, 'query', { value: prepare });
    }
  };
}

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const pools = new WeakMap<Queryable, pg.Pool>();

/**
 * The pool below, for the few statements that a query builder has no words for.
 * @throws Error for a transaction: what is asked of the pool would run beside it
 */
export function poolOf(db: Queryable): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new Error('no pool: a transaction, or a database that was opened otherwise');
  return pool;
}

/**
 * Opens a pool. Connections that break, idle or in use, or whose node stopped being
 * the primary, are dropped and made again on the next query.
 */
export function openDatabase(
  connectionString: string,
  options: {
    readonly maxConnections?: number;
    /** Whoever waits longer for one of them is refused. */
    readonly connectWithinMs?: number;
    /** For a process that lives a book through and ends: its statements are planned once. */
    readonly preparesAll?: boolean;
    readonly onIdleError?: (error: Error) => void;
  } = {},
): OpenDatabase {
  const pool = new pg.Pool({
    Client: preparingClient(options.preparesAll ? nameOfAny : nameOfMarked),
    connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectWithinMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    types: customTypes,
    application_name: 'kituo',
  });
  // Without a listener an error of an idle connection would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool listens to idle connections alone. One that breaks while somebody has it would end the process just so;
  // whoever has it is told by the statement that it fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // It ends before the pool looks whether to keep it.
  pool.on('release', (_error, client) => {
    if (demoted.has(client)) void client.end();
  });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  pools.set(db, pool);
  return { db, pool, close: () => db.destroy() };
}
