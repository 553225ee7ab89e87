import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../server/src/config/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { readPerson } from './read-person.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('seeded');
});
afterAll(() => database[Symbol.asyncDispose]());

test('a person is read by login id with roles and pages', async () => {
  const settings = readSettings({ DATABASE_URL: database.url });
  const admin = await readPerson(settings, 'ADMIN');
  expect(admin?.isFrozen).toBe(false);
  expect(admin?.roles.length).toBeGreaterThan(0);
  expect(admin?.pages.has('/admincontent/usersystem/usermanagement')).toBe(true);
  expect(await readPerson(settings, 'nobody at all')).toBeNull();
});
