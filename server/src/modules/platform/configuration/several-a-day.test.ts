import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(async () => await app[Symbol.asyncDispose]());

test('the database lets those families have several versions a day that say so, and no others', async () => {
  const { rows } = await sql<{ key: string }>`
    SELECT DISTINCT found[1] AS key FROM pg_indexes, regexp_matches(indexdef, '''([A-Za-z]+[.][A-Za-z]+)''', 'g') AS found
    WHERE indexname = 'config_version_day'`.execute(app.database.db);
  const several = [...app.services.configs.values()].filter(({ isSeveralADay }) => isSeveralADay === true);
  expect(rows.map(({ key }) => key).toSorted()).toEqual(several.map(({ key }) => key).toSorted());
});
