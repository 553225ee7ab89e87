import type { verificationCode } from '@kituo/sdk/contracts';

/** Prefixes that the regulator gave out, after 254. A number that was ported keeps its prefix. */
const PREFIXES: readonly (readonly [RegExp, verificationCode.MobileNetwork])[] = [
  [/^(7(?:[0-2]\d|4[0-35-68]|5[7-9]|6[89]|9\d)|11[0-9])/, 'SAFARICOM'],
  [/^(7(?:3\d|5[0-6]|6[2]|8[0-9])|10[0-9])/, 'AIRTEL'],
  [/^77\d/, 'TELKOM'],
];

/** The network that a number was given out by; null for what none of the three was given. Pure. */
export function networkOf(phone: string): verificationCode.MobileNetwork | null {
  if (!/^254\d{9}$/.test(phone)) return null;
  const local = phone.slice(3);
  return PREFIXES.find(([prefix]) => prefix.test(local))?.[1] ?? null;
}
