import { expect, test } from 'vitest';
import { judgeCode, newMfaSecret, provisioningOf } from './security-code.ts';

/** The secret and codes of RFC 6238, appendix B, cut to six digits. */
const secret = Buffer.from('12345678901234567890');
const published = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;
const at = (seconds: number) => new Date(seconds * 1000);
const judge = (code: string, seconds: number, lastStep = 0) => judgeCode(secret, code, { lastStep, now: at(seconds) });

test.each(published)('takes the published code of second %i', (seconds, code) => {
  expect(judge(code, seconds)).toEqual({ kind: 'right', step: Math.floor(seconds / 30) });
});

test('takes one time step either way, and not two', () => {
  const [seconds, code] = published[3];
  const step = Math.floor(seconds / 30);
  const middle = step * 30 + 15;
  for (const away of [-30, 0, 30]) expect(judge(code, middle + away).kind).toBe('right');
  for (const away of [-60, 60]) expect(judge(code, middle + away).kind).toBe('clockOff');
});

test('takes each code once, and none of before', () => {
  const [seconds, code] = published[3];
  const step = Math.floor(seconds / 30);
  expect(judge(code, seconds, step - 1).kind).toBe('right');
  expect(judge(code, seconds, step).kind).toBe('used');
  expect(judge(code, seconds, step + 1).kind).toBe('used');
});

test('tells by how much a phone’s clock is off, and in which direction', () => {
  const [seconds, code] = published[4];
  expect(judge(code, seconds - 120)).toEqual({ kind: 'clockOff', offBySeconds: 120 });
  expect(judge(code, seconds + 300)).toEqual({ kind: 'clockOff', offBySeconds: -300 });
  expect(judge(code, seconds + 660).kind).toBe('wrong');
  // A code that was taken is no clock that is behind.
  expect(judge(code, seconds + 120, Math.floor(seconds / 30)).kind).toBe('wrong');
});

test('the QR code names the company and the person; the secret has 160 bits and is never the same', () => {
  const made = newMfaSecret();
  expect(made).toHaveLength(20);
  expect(made.equals(newMfaSecret())).toBe(false);
  const { uri, secret: key } = provisioningOf(secret, 'amina');
  expect(uri).toMatch(/^otpauth:\/\/totp\/Kituo:amina\?/);
  expect(new URL(uri).searchParams.get('secret')).toBe(key);
  expect(key).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});
