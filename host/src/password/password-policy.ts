/** One line of the policy as far as the browser can judge it; the server judges all of it. */
export interface PolicyLine {
  /** The key of its text. */
  readonly key: 'length' | 'userName' | 'variety';
  readonly isMet: boolean;
}

export const PASSWORD_MIN_LENGTH = 10;

export function policyLines(password: string, userName: string): readonly PolicyLine[] {
  const plain = password.toLowerCase();
  return [
    { key: 'length', isMet: [...password].length >= PASSWORD_MIN_LENGTH },
    { key: 'userName', isMet: password !== '' && !plain.includes(userName.toLowerCase()) },
    { key: 'variety', isMet: new Set(plain).size > 4 },
  ];
}

export type Strength = 'weak' | 'fair' | 'strong';

/** How long guessing would take, roughly: length counts for more than kinds of signs. */
export function strengthOf(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password));
  const bits = new Set(password).size * (2.5 + kinds.length * 0.7);
  if (password.length < PASSWORD_MIN_LENGTH || bits < 36) return 'weak';
  return bits < 58 ? 'fair' : 'strong';
}

// Without signs that look alike: 0 O, 1 l I.
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.+';

/** A random password of four groups, easy to read out: `k7Rm-Tq9x-…`. */
export function generatePassword(random: (count: number) => Uint32Array): string {
  const signs = [...random(16)].map((number) => SIGNS.charAt(number % SIGNS.length)).join('');
  return (signs.match(/.{4}/g) ?? []).join('-');
}
