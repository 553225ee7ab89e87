import { expect, test } from 'vitest';
import { createTestApp, signInAs } from '../../testing/test-app.ts';
import { as, listOf } from '../../testing/test-calls.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';
import { seedDemo } from './index.ts';

test('an empty database gets one administrator, whoever starts; people are never seeded over', async () => {
  await using app = await createTestApp();
  const { db } = app.database;
  const made = await Promise.all([ensureFirstAdministrator(db), ensureFirstAdministrator(db)]);
  const [first, ...others] = made.filter((one) => one !== null);
  expect(others).toEqual([]);
  const oneTimePassword = first?.oneTimePassword ?? '';
  expect(oneTimePassword).toMatch(/^\w{16}$/);
  const people = await db.selectFrom('appUser').selectAll().execute();
  expect(people).toHaveLength(1);
  expect(JSON.stringify(people)).not.toContain(oneTimePassword);

  const { token, nextStep } = await signInAs(app, 'admin', oneTimePassword);
  expect(nextStep).toBe('PASSWORD_UPDATE');
  const newPassword = 'Mvua-na-jua-88';
  const changed = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/user/changePwd',
    headers: { 'auth-token': token },
    payload: { oldPassword: oneTimePassword, newPassword, confirmPassword: newPassword },
  });
  const list = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/user/getUserList',
    headers: { 'auth-token': changed.json().data.token },
    payload: listOf(),
  });
  expect(list.json().data).toMatchObject({ total: 1, rows: [{ userName: 'admin' }] });
  const { pages } = await db
    .selectFrom('menu')
    .select((eb) => eb.fn.countAll<number>().as('pages'))
    .where('menuType', '=', 'PAGE')
    .executeTakeFirstOrThrow();
  expect(pages).toBe(145);
  expect(await seedDemo(db)).toBe(false);
  expect(await ensureFirstAdministrator(db)).toBeNull();
  await expect(as(app, 'reviewer')).rejects.toThrow();
});
