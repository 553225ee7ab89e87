import type { PasswordPolicy } from '../../platform/configuration/index.ts';
import { isPassword } from './password.ts';

const PASSWORD_MAX_LENGTH = 128;

/** What people here build passwords of and no list from abroad has; those of ten characters and more included. */
const localStems = new Set(
  `password passw0rd passwort motdepasse contrasena qwerty qwertyui qwertyuiop asdfgh asdfghjkl
  zxcvbn zxcvbnm letmein welcome admin administrator iloveyou monkey dragon football baseball
  basketball superman batman sunshine princess master shadow michael jordan jennifer charlie
  trustno changeme default secret login access temporary testtest test google facebook whatsapp
  computer internet freedom whatever starwars liverpool arsenal chelsea manchester barcelona
  kenya nairobi mombasa kisumu nakuru safaricom mpesa jambo karibu hakunamatata harambee simba
  kituo company office january february march april june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday summer winter spring autumn
  iloveyouforever qazwsx qazwsxedc zaqwsx abcdef abcdefgh abcdefghij abc qwe asd`
    .split(/\s+/)
    .filter((stem) => stem !== ''),
);
const digitRun = '01234567890123456789';

/** The 49,000 passwords that leaked most. Unpacking takes some 100 ms, so the first who sets a password waits for it. */
let leaked: Promise<ReadonlySet<string>> | undefined;
function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return leaked;
}

/** Common, also with the usual decorations: `P@ssw0rd2024!` is `password`. */
async function isCommonPassword(password: string): Promise<boolean> {
  const common = await leakedPasswords();
  const plain = password.toLowerCase();
  if (common.has(plain) || new Set(plain).size <= 3) return true;
  const digits = plain.replace(/\D/g, '');
  const isDigitsOnly = digits.length === plain.length;
  const backwards = [...digitRun].reverse().join('');
  if (isDigitsOnly && (digitRun.includes(digits) || backwards.includes(digits))) return true;
  const letters = plain
    .replace(/^[^a-z]+|[^a-z]+$/g, '')
    .replace(/[0@$134578!]/g, (sign) => leet[sign] ?? sign)
    .replace(/[^a-z]/g, '');
  // Three letters among many digits are not what makes a password weak.
  const isStem = (text: string) => localStems.has(text) || (text.length >= 5 && common.has(text));
  const half = letters.slice(0, letters.length / 2);
  return isStem(letters) || (half !== '' && letters === half + half && isStem(half));
}

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '@': 'a',
  $: 's',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '!': 'i',
};

/** A line of the policy that a new password does not keep to, and what is said of it in English. */
export interface PasswordFault {
  readonly rule: 'length' | 'userName' | 'common' | 'earlier';
  readonly msg: string;
}

/**
 * What is wrong with a new password; empty when nothing is.
 * `hashes` are those of the last ones that must not come back, the present one included.
 */
export async function passwordFaults(
  password: string,
  person: { readonly userName: string; readonly loginId: string },
  hashes: readonly string[],
  { minLength, remembered }: Pick<PasswordPolicy, 'minLength' | 'remembered'>,
): Promise<PasswordFault[]> {
  const faults: PasswordFault[] = [];
  if ([...password].length < minLength) {
    faults.push({ rule: 'length', msg: `Use at least ${minLength} characters` });
  }
  if (password.length > PASSWORD_MAX_LENGTH) {
    faults.push({ rule: 'length', msg: `Use at most ${PASSWORD_MAX_LENGTH} characters` });
  }
  const plain = password.toLowerCase();
  if ([person.userName, person.loginId].some((name) => plain.includes(name.toLowerCase()))) {
    faults.push({ rule: 'userName', msg: 'The password contains the user name' });
  }
  if (await isCommonPassword(password)) {
    faults.push({ rule: 'common', msg: 'This password is on the list of common passwords' });
  }
  for (const hash of hashes) {
    if (await isPassword(password, hash)) {
      faults.push({ rule: 'earlier', msg: `This was one of the last ${remembered} passwords` });
      break;
    }
  }
  return faults;
}
