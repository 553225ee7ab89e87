import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as } from '../../../../testing/test-calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('shows staff what is for their merchants and departments; of other merchants nothing is shown or confirmed', async () => {
  const { db } = app.database;
  await db.deleteFrom('announcementConfirmation').execute();
  await db.deleteFrom('announcement').execute();
  const text = (en: string) => JSON.stringify({ en });
  const make = async (announcementNo: string, merchantNos: string[], deptNos: string[]) =>
    await db
      .insertInto('announcement')
      .values({
        announcementNo,
        audience: 'STAFF',
        announcementStatus: 'ACTIVE',
        title: text(announcementNo),
        content: text('Read'),
        mustConfirm: true,
        publishedAt: new Date(Date.now() - 60_000),
        merchantNos,
        deptNos,
      })
      .execute();
  await make('AN1', ['M0001', 'M0003'], []);
  await make('AN2', ['M0002'], []);
  await make('AN3', [], []);
  await make('AN4', [], ['D0001']);
  const { userNo } = await addPerson(app.database, 'reader');
  await db.insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  const reader = await as(app, 'reader');
  const titles = async () =>
    (await reader.get('announcement/mine')).data.map(({ title }: { title: string }) => title).sort();
  expect(await titles()).toEqual(['AN1', 'AN3']);
  for (const announcementNo of ['AN2', 'AN4']) {
    expect((await reader.post('announcement/confirm', { announcementNo })).status).toBe(404);
  }
  expect(await db.selectFrom('announcementConfirmation').selectAll().execute()).toEqual([]);
  await db.updateTable('appUser').set({ deptNo: 'D0001' }).where('userNo', '=', userNo).execute();
  expect(await titles()).toEqual(['AN1', 'AN3', 'AN4']);
  expect((await reader.post('announcement/confirm', { announcementNo: 'AN4' })).code).toBe(0);
});
