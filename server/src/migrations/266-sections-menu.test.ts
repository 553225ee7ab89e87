import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { up } from './266-sections-menu.ts';

const CODES = ['user:section:operate', 'operation:plugin:develop', 'operation:plugin:publish'];
const PAGE = '/AdminContent/UserSystem/PluginManagement';

test('a database from before sections had a page gets it, and one that has it stays', async () => {
  await using database = await createTestDatabase('seeded');
  const { db } = database;
  const entries = async () =>
    await db
      .selectFrom('menu as own')
      .leftJoin('menu as parent', 'parent.menuNo', 'own.parentMenuNo')
      .select(['own.perms', 'own.menuName', 'parent.menuName as below'])
      .where('own.perms', 'in', [PAGE, ...CODES])
      .orderBy('own.perms')
      .execute();
  const held = async () =>
    await sql<{ what: string; roleNo: string }>`
      SELECT page_path AS what, role_no AS "roleNo" FROM role_page WHERE page_path = ${PAGE.toLowerCase()}
      UNION ALL SELECT code, role_no FROM role_code WHERE code = ANY(${CODES}) AND role_no = 'R-001'
      ORDER BY 1, 2`.execute(db);
  const before = await entries();
  const rights = (await held()).rows.filter(({ roleNo }) => roleNo === 'R-001');
  expect(before).toHaveLength(4);
  await up(db);
  expect(await entries()).toEqual(before);

  await db.deleteFrom('menu').where('perms', 'in', CODES).execute();
  await db.deleteFrom('menu').where('perms', '=', PAGE).execute();
  await db.deleteFrom('rolePage').where('pagePath', '=', PAGE.toLowerCase()).execute();
  await db.deleteFrom('roleCode').where('code', 'in', CODES).execute();
  await up(db);
  expect(await entries()).toEqual(before);
  expect((await held()).rows).toEqual(rights);
});
