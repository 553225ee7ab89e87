import { dictionary } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../../testing/test-app.ts';
import { as } from '../../../../testing/test-calls.ts';

test('a dictionary as a tree: in order, without what is retired and what is below it', async () => {
  await using app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const insert = async (value: string, parentId: number | null, sort: number, isEnabled = true) => {
    const { entryId } = await db
      .insertInto('dictionaryEntry')
      .values({
        dictKey: 'TEST_PLACE',
        value,
        parentId,
        sort,
        isEnabled,
        label: JSON.stringify({ en: value.toLowerCase() }),
      })
      .returning('entryId')
      .executeTakeFirstOrThrow();
    return entryId;
  };
  await db
    .insertInto('dictionary')
    .values({ dictType: 'TEST_PLACE', dictName: 'Places', codeTableType: 'TREE' })
    .execute();
  const coast = await insert('COAST', null, 2);
  const nairobi = await insert('NAIROBI', null, 1);
  const closed = await insert('CLOSED', null, 3, false);
  await insert('WESTLANDS', nairobi, 1);
  await insert('NYALI', coast, 1);
  await insert('NOWHERE', closed, 1);
  const reviewer = await as(app, 'reviewer');
  const { data } = await reviewer.get(dictionary.fetchCascadeSelectOptionInfo, { dictKey: 'TEST_PLACE' });
  const leaf = (dictKey: string) => ({ dictKey, label: dictKey.toLowerCase(), childList: [] });
  expect(data).toEqual([
    { ...leaf('NAIROBI'), childList: [leaf('WESTLANDS')] },
    { ...leaf('COAST'), childList: [leaf('NYALI')] },
  ]);
  expect((await reviewer.get(dictionary.fetchCascadeSelectOptionInfo, { dictKey: 'x' })).data.error).toBe(
    'BAD_REQUEST',
  );
});
