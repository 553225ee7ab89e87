import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../server/src/config/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { readPerson } from './read-person.ts';
import { unknownNames } from './unknown-names.ts';

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

test('names of an audience that nobody has are found', async () => {
  const url = database.url;
  const role = await database.db.selectFrom('role').select(['roleNo', 'roleName']).executeTakeFirstOrThrow();
  expect(await unknownNames(url, { roles: [role.roleNo, role.roleName] })).toEqual([]);
  expect(await unknownNames(url, { roles: ['R-nobody'], merchants: ['M-nowhere'] })).toEqual([
    'role R-nobody',
    'merchant M-nowhere',
  ]);
});
