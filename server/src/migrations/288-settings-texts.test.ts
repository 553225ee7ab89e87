import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { up } from './288-settings-texts.ts';

test('what was written for the settings drawer and the change of password follows them, once', async () => {
  await using database = await createTestDatabase('seeded');
  const { db } = database;
  await db.deleteFrom('languageText').execute();
  const written = (namespace: string, textKey: string, content: string) => ({
    languageCode: 'zh',
    namespace,
    textKey,
    content,
    original: 'x',
    version: 3,
  });
  await db
    .insertInto('languageText')
    .values([
      written('host', 'settings.looks', 'A'),
      written('host', 'settings.theme', 'B'),
      written('host', 'settings.saved', 'C'),
      written('host', 'person.signOut', 'D'),
      written('host', 'password.policy.length', 'E'),
      written('host-settings', 'theme', 'since'),
    ])
    .execute();
  const revision = async () =>
    (await db.selectFrom('language').select('textRevision').where('languageCode', '=', 'zh').executeTakeFirstOrThrow())
      .textRevision;
  const before = await revision();
  await up(db);
  const rows = await db
    .selectFrom('languageText')
    .select(['namespace', 'textKey', 'content', 'version'])
    .orderBy('content')
    .execute();
  expect(rows).toEqual([
    { namespace: 'host-settings', textKey: 'looks', content: 'A', version: 3 },
    { namespace: 'host', textKey: 'settings.saved', content: 'C', version: 3 },
    { namespace: 'host', textKey: 'person.signOut', content: 'D', version: 3 },
    { namespace: 'host-password', textKey: 'policy.length', content: 'E', version: 3 },
    { namespace: 'host-settings', textKey: 'theme', content: 'since', version: 3 },
  ]);
  expect(await revision()).toBe(before + 1);
  await up(db);
  expect(await revision()).toBe(before + 1);
});
