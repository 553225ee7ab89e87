import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultIn } from './fault-words.ts';

const MODULES = join(import.meta.dirname, '../../..');
/** Whose messages the refused list shows; delivery reports and calls are told as warnings. */
const OF_MONEY = ['lending/payouts', 'payments/payments', 'payments/prompts', 'payments/balances'];
const OF_GATEWAYS = ['platform/gateways/mpesa', 'platform/gateways/bank'];

/** What a handler says, with a number in the place of what it fills in. */
function saidIn(folder: string): string[] {
  const files = readdirSync(join(MODULES, folder)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return files.flatMap((name) => {
    const source = readFileSync(join(MODULES, folder, name), 'utf8');
    const found = source.matchAll(
      /new Callback(?:Held|Unreadable)\(\s*(?:\w+ === null \? )?(['"`])(.+?)\1\s*(?:,\s*)?[):]/gs,
    );
    return [...found].map(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, 'X1'));
  });
}

it('says in Chinese whatever handlers of money say in English', () => {
  const said = [...OF_MONEY, ...OF_GATEWAYS].flatMap(saidIn);
  expect(said.length).toBeGreaterThan(25);
  // Of two parts: the first is said above, its second stands for one of several words.
  const whole = said.filter((text) => !/^Payout X1: X1( is X1, X1 was asked for)?$|with another X1$/.test(text));
  expect(whole.filter((text) => faultIn('zh', text) === text)).toEqual([]);
  expect(faultIn('zh', 'Payout PA1: the amount is KES 1.00, KES 2.00 was asked for')).toBe(
    '打款 PA1：金额为 KES 1.00，应为 KES 2.00',
  );
});

it('leaves English, and what no handler says, as it is', () => {
  expect(faultIn('en', 'It names no payout')).toBe('It names no payout');
  expect(faultIn('zh', 'TypeError: x is undefined')).toBe('TypeError: x is undefined');
});
