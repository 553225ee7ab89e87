import { masksInForce } from '../../../ground/masks-in-force.ts';

type Kind = keyof ReturnType<typeof masksInForce>;
/** What is seen at the end of a value that keeps its tail alone; of the floor's no more. */
const TAIL: Readonly<Record<Kind, number>> = {
  customerName: 0,
  phone: 3,
  idCardNo: 2,
  bankAccount: 2,
  email: 0,
  address: 0,
  contacts: 3,
  location: 0,
};

/** A value that the floor has masked, as its rule in force leaves it. */
function asRuled(kind: Kind, masked: string): string {
  const rule = masksInForce()[kind];
  if (rule === undefined) return masked;
  const characters = [...masked];
  // Of an address the end of its domain is no part of a person.
  const at = kind === 'email' && rule === 'TAIL' ? characters.lastIndexOf('@') : -1;
  if (at >= 0) return characters.map((one, index) => (index < at ? '*' : one)).join('');
  const kept = rule === 'NOTHING' ? 0 : TAIL[kind];
  return characters.map((one, index) => (index < characters.length - kept ? '*' : one)).join('');
}

const PLAIN = /^[\u0020-\u007e]*$/;

/** Any value that no rule names: under 6 characters all asterisks, else the first 2 and the last 2 stay. */
export function maskText(value: string): string {
  // Nothing but letters of one unit each: no need to take it apart.
  if (value.length >= 6 && PLAIN.test(value)) {
    return value.slice(0, 2) + '*'.repeat(value.length - 4) + value.slice(-2);
  }
  const characters = [...value];
  if (characters.length < 6) return '*'.repeat(characters.length);
  const hidden = '*'.repeat(characters.length - 4);
  return characters.slice(0, 2).join('') + hidden + characters.slice(-2).join('');
}

/** A person's name. */
export const maskName = (name: string): string => asRuled('customerName', maskText(name));
/** The number of an identity card. */
export const maskIdCard = (idCardNo: string): string => asRuled('idCardNo', maskText(idCardNo));
/** The number of an account, a card or a wallet. */
export const maskAccount = (accountNo: string): string => asRuled('bankAccount', maskText(accountNo));

/** Numbers within a text: three digits and more are hidden. */
export const maskDigits = (text: string): string => text.replace(/\d{3,}/g, (digits) => '*'.repeat(digits.length));

/** A phone: 2 leading and 3 trailing digits stay. */
export const maskPhone = (phone: string): string => asRuled('phone', phoneFloor(phone));

/** The number of somebody whom a customer named. */
export const maskContact = (phone: string): string => asRuled('contacts', phoneFloor(phone));

/** What follows the county of an address. */
export const maskAddress = (address: string): string => asRuled('address', maskText(address));

/** Where somebody was. */
export const maskLocation = (place: string): string => asRuled('location', maskText(place));

function phoneFloor(phone: string): string {
  if (phone.length < 6) return '*'.repeat(phone.length);
  return phone.slice(0, 2) + '*'.repeat(phone.length - 5) + phone.slice(-3);
}

/** Where the first part of a domain ends: its first dot, or the end where it has none. */
const endOfFirstPart = (email: string, at: number): number => {
  const dot = email.indexOf('.', at);
  return dot < 0 ? email.length : dot;
};

/** An e-mail address: what is before the @ and the domain's first part are masked, each by itself. */
export const maskEmail = (email: string): string => asRuled('email', emailFloor(email));

function emailFloor(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return maskText(email);
  const end = endOfFirstPart(email, at);
  return `${maskText(email.slice(0, at))}@${maskText(email.slice(at + 1, end))}${email.slice(end)}`;
}

/** A mask for texts, and for the bytes of one in ASCII where they stand. Both hide the same. */
export interface Mask {
  readonly text: (value: string) => string;
  readonly inPlace: (bytes: Uint8Array, from: number, to: number) => void;
}

const [ASTERISK, DOT, AT] = [42, 46, 64];

function hide(bytes: Uint8Array, from: number, to: number, last: number): void {
  const isShort = to - from < 6;
  const end = isShort ? to : to - last;
  for (let at = isShort ? from : from + 2; at < end; at += 1) bytes[at] = ASTERISK;
}

function ruleInPlace(kind: Kind, bytes: Uint8Array, from: number, to: number): void {
  if (masksInForce()[kind] === undefined) return;
  const ruled = asRuled(kind, String.fromCharCode(...bytes.subarray(from, to)));
  for (let at = from; at < to; at += 1) bytes[at] = ruled.charCodeAt(at - from);
}

export const textMask: Mask = {
  text: maskText,
  inPlace(bytes, from, to) {
    hide(bytes, from, to, 2);
  },
};

/** `textMask`, and then the rule for what the value is. */
const ruledMask = (kind: Kind): Mask => ({
  text: (value) => asRuled(kind, maskText(value)),
  inPlace(bytes, from, to) {
    hide(bytes, from, to, 2);
    ruleInPlace(kind, bytes, from, to);
  },
});

export const nameMask: Mask = ruledMask('customerName');
export const idCardMask: Mask = ruledMask('idCardNo');
export const accountMask: Mask = ruledMask('bankAccount');

export const phoneMask: Mask = {
  text: maskPhone,
  inPlace(bytes, from, to) {
    hide(bytes, from, to, 3);
    ruleInPlace('phone', bytes, from, to);
  },
};

export const emailMask: Mask = {
  text: maskEmail,
  inPlace(bytes, from, to) {
    let at = to - 1;
    while (at >= from && bytes[at] !== AT) at -= 1;
    if (at < from) {
      hide(bytes, from, to, 2);
      ruleInPlace('email', bytes, from, to);
      return;
    }
    hide(bytes, from, at, 2);
    let end = at + 1;
    while (end < to && bytes[end] !== DOT) end += 1;
    hide(bytes, at + 1, end, 2);
    ruleInPlace('email', bytes, from, to);
  },
};
