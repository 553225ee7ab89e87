import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { isDatabaseAway } from '../http/error-handler.ts';
import { openDatabase } from './pool.ts';

test('a connection that breaks while somebody has it fails their statement, and nothing else', async () => {
  await using database = await createTestDatabase('empty');
  const { db, pool, close } = openDatabase(database.url, { maxConnections: 2 });
  const uncaught = vi.fn<(error: Error) => void>();
  process.on('uncaughtException', uncaught);
  onTestFinished(() => void process.off('uncaughtException', uncaught));

  const held = await pool.connect();
  const broken = vi.fn<(error: Error) => void>();
  held.on('error', broken);
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Whoever holds it seldom listens: what is left is what the pool itself put there.
  expect(held.listenerCount('error')).toBeGreaterThan(1);
  await sql`select pg_terminate_backend(${rows[0]!.pid}::int)`.execute(db);
  await expect.poll(() => broken.mock.calls.length).toBeGreaterThan(0);
  await expect(held.query('select 1')).rejects.toThrow(Error);
  held.release(true);

  expect(uncaught).not.toHaveBeenCalled();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await close();
});

test('a node that only reads since a fail-over is away, and its connections are made anew', async () => {
  await using database = await createTestDatabase('empty');
  const { db, close } = openDatabase(database.url, { maxConnections: 1 });
  onTestFinished(close);
  const write = async () =>
    await db.transaction().execute(async (tx) => await sql`create table written (one integer)`.execute(tx));
  const name = sql.id(new URL(database.url).pathname.slice(1));
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database.db);
  const refused = await write().catch((error: unknown) => error);
  expect(isDatabaseAway(refused)).toBe(true);
  await sql`alter database ${name} reset default_transaction_read_only`.execute(database.db);
  await write();
});
