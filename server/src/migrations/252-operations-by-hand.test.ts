import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { up } from './252-operations-by-hand.ts';

const CODES = [
  'afterLoan:wallet:grant',
  'afterLoan:walletWithdrawal:submit',
  'merchant:consumption:charge',
  'supermarket:review:settle',
  'operation:creditLimit:grant',
  'operation:creditLimit:close',
  'operation:creditLimit:audit',
];

test('a database filled before gets the operations under the seed’s own names, and one that has them stays', async () => {
  await using database = await createTestDatabase('seeded');
  const { db } = database;
  const entries = async () =>
    await db
      .selectFrom('menu')
      .select(['perms', 'menuName', 'parentMenuNo'])
      .where('perms', 'in', CODES)
      .orderBy('perms')
      .execute();
  const held = async () =>
    await db
      .selectFrom('roleCode')
      .select('code')
      .where('code', 'in', CODES)
      .where('roleNo', '=', 'R-001')
      .orderBy('code')
      .execute();
  const [before, rights] = [await entries(), await held()];
  expect(before).toHaveLength(CODES.length);
  await up(db);
  expect([await entries(), await held()]).toEqual([before, rights]);
  await db.deleteFrom('menu').where('perms', 'in', CODES).execute();
  await db.deleteFrom('roleCode').where('code', 'in', CODES).execute();
  await up(db);
  expect([await entries(), await held()]).toEqual([before, rights]);
});
