import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { DEMO_USER_NAMES, seedDemo } from './index.ts';
import { PEOPLE } from './people.ts';
import { pagesOf, ROLES } from './roles.ts';

test('the demonstration lender is whole, and a second seed changes nothing', async () => {
  await using database = await createTestDatabase('seeded');
  const { db } = database;
  const count = async (menuType: 'CATALOGUE' | 'PAGE') =>
    (await db.selectFrom('menu').select('menuNo').where('menuType', '=', menuType).execute()).length;
  expect([PEOPLE.length, DEMO_USER_NAMES.length]).toEqual([40, 11]);
  expect([await count('CATALOGUE'), await count('PAGE')]).toEqual([18, 145]);
  await db.deleteFrom('rolePage').where('roleNo', '=', 'R-010').execute();
  expect(await seedDemo(db)).toBe(false);
  const pages = await db.selectFrom('rolePage').selectAll().where('roleNo', '=', 'R-010').execute();
  expect(pages).toEqual([]);
});

test('every page a role names exists; two roles alone hold UserManagement', () => {
  for (const role of ROLES) expect(pagesOf(role).length, role.roleName).toBeGreaterThanOrEqual(role.pages.length);
  const holders = ROLES.filter((role) => pagesOf(role).includes('/admincontent/usersystem/usermanagement'));
  expect(holders.map(({ roleNo }) => roleNo)).toEqual(['R-001', 'R-010']);
});
