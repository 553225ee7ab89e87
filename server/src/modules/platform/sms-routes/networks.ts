import type { smsRoutes } from '@kituo/sdk/contracts';

/** Prefixes as the Communications Authority gave them out; ported numbers keep theirs. */
const PREFIXES: readonly (readonly [smsRoutes.MobileNetwork, RegExp])[] = [
  ['SAFARICOM', /^254(?:7[0129]\d|74[0-35689]|75[7-9]|76[89]|11[0-9])/],
  ['AIRTEL', /^254(?:73\d|75[0-6]|76[27]|78\d|10\d)/],
  ['TELKOM', /^25477\d/],
];

/** The network that a number was given out by; null for a smaller one. */
export function networkOf(phone: string): smsRoutes.MobileNetwork | null {
  return PREFIXES.find(([, prefix]) => prefix.test(phone))?.[0] ?? null;
}
