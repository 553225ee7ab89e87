/** What the company asks of a new password. */
export interface PasswordRule {
  readonly minLength: number;
  readonly remembered: number;
}

/** The default, in force until the company policy has been read. */
export const FIRST_RULE: PasswordRule = { minLength: 10, remembered: 5 };

/** One line of the policy. */
export interface PolicyLine {
  /** The key of its text. */
  readonly key: 'length' | 'userName' | 'common' | 'earlier';
  /** Null where the server alone can judge it, and has not yet. */
  readonly isMet: boolean | null;
}

/** @param broken the lines for which the server refused this very password */
export function policyLines(
  password: string,
  userName: string,
  { minLength }: PasswordRule,
  broken: ReadonlySet<string> = new Set(),
): readonly PolicyLine[] {
  const plain = password.toLowerCase();
  const judged = (key: 'common' | 'earlier') => ({ key, isMet: broken.has(key) ? false : null });
  return [
    { key: 'length', isMet: [...password].length >= minLength },
    {
      key: 'userName',
      isMet: password !== '' && !plain.includes(userName.toLowerCase()) && !broken.has('userName'),
    },
    judged('common'),
    judged('earlier'),
  ];
}

export type Strength = 'weak' | 'fair' | 'strong';

/** How long guessing would take, roughly: length counts for more than kinds of signs. */
export function strengthOf(password: string, minLength: number): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password));
  const bits = new Set(password).size * (2.5 + kinds.length * 0.7);
  if (password.length < minLength || bits < 36) return 'weak';
  return bits < 58 ? 'fair' : 'strong';
}

// Without signs that look alike: 0 O, 1 l I.
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.+';

const [GROUP, FEWEST_GROUPS] = [4, 4];

/** A random password in groups of four, easy to read out: `k7Rm-Tq9x-…`; four groups, more where the rule asks. */
export function generatePassword(random: (count: number) => Uint32Array, minLength: number): string {
  // A dash is before each group but the first.
  const groups = Math.max(FEWEST_GROUPS, Math.ceil((minLength + 1) / (GROUP + 1)));
  const signs = [...random(groups * GROUP)].map((number) => SIGNS.charAt(number % SIGNS.length)).join('');
  return (signs.match(/.{4}/g) ?? []).join('-');
}
