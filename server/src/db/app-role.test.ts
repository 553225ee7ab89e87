import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createJobQueue } from '../modules/platform/jobs/index.ts';
import { createLogger } from '../modules/platform/health/index.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { canUndoGuards, serveAsOwnRole } from './app-role.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type OpenDatabase } from './pool.ts';

/*
 * The role that serves, asked in SQL: what it needs it may, what would take the append-only tables their walls it may
 * not. The whole server on it is what `npm start` and the suites that start it run on.
 */
let database: TestDatabase;
let serving: OpenDatabase;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  url = await serveAsOwnRole(database.db, database.url, 'of-this-test');
  serving = openDatabase(url);
});
afterAll(async () => {
  await serving.close();
  await database.drop();
});

const refusal = (statement: string) =>
  serving.pool.query(statement).then(
    () => 'done',
    (error: Error) => error.message,
  );

it('reads and writes rows, adds months, and knows that it undoes nothing', async () => {
  expect(await refusal(`update app_user set user_name = user_name`)).toBe('done');
  expect(await refusal(`select ensure_month_partitions('audit_log', 14)`)).toBe('done');
  expect(await refusal(`select ensure_ledger_months(current_date, 14)`)).toBe('done');
  expect(await canUndoGuards(serving.db)).toBe(false);
  expect(await canUndoGuards(database.db)).toBe(true);
});

it.each([
  ['switch off the guards of a table', `alter table posting disable trigger all`],
  ['work as a replica, past triggers', `set session_replication_role = replica`],
  ['empty a table', `truncate posting`],
  ['drop one', `drop table audit_log`],
  [
    'replace what a guard does',
    `create or replace function refuse_change() returns trigger language sql as 'select 1'`,
  ],
  ['change what was migrated', `delete from kysely_migration`],
  ['become the owner', `set role kituo`],
  ['make another role', `create role somebody superuser`],
])('may not %s', async (_what, statement) => {
  expect(await refusal(statement)).toMatch(/permission denied|must be owner/);
});

it('serves what a later migration adds', async () => {
  await sql`create table later (later_id bigint generated always as identity, word text)`.execute(database.db);
  expect(await refusal(`insert into later (word) values ('x')`)).toBe('done');
});

it('makes the tables of the job queue, and takes over those that the owner had made', async () => {
  const before = createJobQueue({ db: database.db, connectionString: database.url, log: createLogger('silent') });
  await before.start(() => Promise.resolve());
  await before.close();
  const again = await serveAsOwnRole(database.db, database.url, 'of-this-test');
  const queue = createJobQueue({ db: serving.db, connectionString: again, log: createLogger('silent') });
  await queue.start(() => Promise.resolve());
  await queue.close();
  expect(await migrate(database.db)).toEqual([]);
});

it('migrates as one role and serves as another, neither of them a superuser', async () => {
  await using own = await createTestDatabase('empty');
  const name = new URL(own.url).pathname.slice(1);
  await sql`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'test_owner') THEN
        CREATE ROLE test_owner; CREATE ROLE test_app; GRANT test_app TO test_owner;
      END IF;
    END $$;
    ALTER ROLE test_owner LOGIN PASSWORD 'o'; ALTER ROLE test_app LOGIN PASSWORD 'a';
    ALTER DATABASE ${sql.id(name)} OWNER TO test_owner`.execute(own.db);
  const urlOf = (user: string, password: string) => Object.assign(new URL(own.url), { username: user, password }).href;
  const settings = { databaseOwnerUrl: urlOf('test_owner', 'o') };
  const log = createLogger('silent');
  const served = await prepareDatabase({ settings, databaseUrl: urlOf('test_app', 'a') }, log);
  const app = openDatabase(served);
  expect(await canUndoGuards(app.db)).toBe(false);
  const queue = createJobQueue({ db: app.db, connectionString: served, log });
  await queue.start(() => Promise.resolve());
  await queue.close();
  await app.close();
  // The next start, with the queue's tables there.
  expect(await prepareDatabase({ settings, databaseUrl: served }, log)).toBe(served);
});
