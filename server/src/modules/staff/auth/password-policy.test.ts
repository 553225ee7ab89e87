import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { passwordFaults } from './password-policy.ts';

const person = { userName: 'grace', loginId: 'GRACE' };
const rulesBroken = async (password: string) =>
  (await passwordFaults(password, person, [], { minLength: 1, remembered: 5 })).map(({ rule }) => rule);

const leaked = dictionary['passwords-common'].map(String);

test('refuses each of more than 10,000 passwords that leaked most, in whatever case', async () => {
  expect(leaked.length).toBeGreaterThan(10_000);
  const passed: string[] = [];
  for (const password of leaked.slice(0, 10_000))
    for (const written of [password, password.toUpperCase()])
      if (!(await rulesBroken(written)).includes('common')) passed.push(written);
  expect(passed).toEqual([]);
});

test.each(['Safaricom2026!', '!mpesa99', 'nairobinairobi', '9876543210', 'aaaaabbbbb'])(
  'refuses %s, which people here come up with',
  async (password) => {
    expect(await rulesBroken(password)).toEqual(['common']);
  },
);

test.each(['three boats at dusk', 'k9#vT-muranga-41x'])('lets %s pass', async (password) => {
  expect(await rulesBroken(password)).toEqual([]);
});
