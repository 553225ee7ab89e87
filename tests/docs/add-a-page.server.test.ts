import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Implementation } from '../../server/src/http/implement.ts';
import { routes as auth } from '../../server/src/modules/staff/auth/index.ts';
import { addPerson, createTestApp } from '../../server/testing/test-app.ts';
import { as, listOf } from '../../server/testing/test-calls.ts';
import { codeBlocks, writeBlocks } from './code-blocks.ts';

interface Module {
  readonly routes: readonly Implementation[];
}

test('the endpoint of the document answers those who hold its page, and nobody else', async () => {
  const folder = writeBlocks(codeBlocks('docs/add-a-page.md'), 'docs-add-a-page-server');
  const { routes }: Module = await import(join(folder, 'server/src/modules/staff/offices/routes.ts'));
  await using app = await createTestApp({ routes: [...auth, ...routes] });
  const { db } = app.database;
  await db
    .insertInto('organization')
    .values(
      ['Nairobi Head Office', 'Mombasa Branch'].map((orgName, at) => ({
        orgNo: `O${at}`,
        orgName,
      })),
    )
    .execute();
  await addPerson(app.database, 'desk', { pages: ['/AdminContent/UserSystem/StaffDesk'] });
  await addPerson(app.database, 'other');
  const found = await (await as(app, 'desk')).post('office/page', listOf({ orgName: 'branch' }));
  expect(found.data).toMatchObject({ rows: [{ orgName: 'Mombasa Branch' }], total: 1 });
  const refused = await (await as(app, 'other')).post('office/page', listOf());
  expect(refused.data.error).toBe('FORBIDDEN');
  rmSync(folder, { recursive: true, force: true });
});
