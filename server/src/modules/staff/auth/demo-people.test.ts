import { auth } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestApp } from '../../../../testing/test-app.ts';
import { DEMO_PASSWORD, PEOPLE } from '../../../seed/people.ts';
import { pagesOf, ROLES, SECTIONS } from '../../../seed/roles.ts';

const SLIDER_REQUIRED = 2010;

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

test('each section has somebody who works in it, besides the administrators', async () => {
  const { people } = await answered('true');
  const names = people.map(({ userName }) => userName).filter((name) => !['admin', 'checker'].includes(name));
  const roleNos = PEOPLE.filter(({ userName }) => names.includes(userName)).map(({ roleNo }) => roleNo);
  expect(roleNos).toEqual(expect.arrayContaining(['R-012', 'R-013']));
  const pages = ROLES.filter(({ roleNo }) => roleNos.includes(roleNo)).flatMap(pagesOf);
  const sections = SECTIONS.map(({ path }) => path.toLowerCase()).filter((path) => path !== 'orderdetailaudit');
  const alone = sections.filter((path) => path !== '' && !pages.some((page) => page.includes(`/${path}/`)));
  expect(alone).toEqual([]);
});

test('nobody is offered anywhere else, even with the same people on file', async () => {
  expect(await answered('false')).toEqual({ password: '', people: [] });
});

test('a click on one of them signs in without the slider, in a demonstration and with its password alone', async () => {
  for (const [KITUO_DEMO, password, isDemoPerson, code] of [
    ['true', DEMO_PASSWORD, true, 0],
    ['true', DEMO_PASSWORD, false, SLIDER_REQUIRED],
    ['true', 'Another-password-1', true, SLIDER_REQUIRED],
    ['false', DEMO_PASSWORD, true, SLIDER_REQUIRED],
  ] as const) {
    await using app = await createTestApp({ content: 'seeded', sliderCheck: true, env: { KITUO_DEMO } });
    const payload = { userName: 'collector', password, isDemoPerson };
    const reply = await app.http.inject({ method: 'POST', url: '/api/hc/web/noAuth/logon/login', payload });
    expect(reply.json().code).toBe(code);
  }
});
