import { auth } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestApp } from '../../../../testing/test-app.ts';
import { DEMO_PASSWORD } from '../../../seed/people.ts';

/** What the sign-in page is answered where `KITUO_DEMO` says so. */
async function answered(KITUO_DEMO: string) {
  await using app = await createTestApp({ content: 'seeded', env: { KITUO_DEMO } });
  const reply = await app.http.inject({ url: '/api/hc/web/noAuth/logon/demoPeople' });
  return z.parse(auth.demoPeople.reply, reply.json().data);
}

test('a demonstration offers its people, with desk and work, and their password', async () => {
  const { password, people } = await answered('true');
  expect(password).toBe(DEMO_PASSWORD);
  expect(people[0]).toMatchObject({ userName: 'admin', realName: 'Wanjiru Kamau', roleName: 'Administrator' });
  expect(people.length).toBeGreaterThan(8);
  expect(people.every(({ deptName, remark }) => deptName !== null && remark !== '')).toBe(true);
});

test('nobody is offered anywhere else, even with the same people on file', async () => {
  expect(await answered('false')).toEqual({ password: '', people: [] });
});
