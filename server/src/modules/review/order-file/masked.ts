import type { Caller } from '../../../http/implement.ts';
import {
  maskAccount,
  maskAddress,
  maskContact,
  maskEmail,
  maskIdCard,
  maskLocation,
  maskName,
  maskPhone,
  maskText,
} from '../../platform/masking/index.ts';

/** What hides values from a caller: their roles, and the data rules of the page. */
export type Reader = Pick<Caller, 'isMasked' | 'maskedFields'>;

/** A name: shown unless the caller's roles mask it. */
export function nameFor(reader: Reader, name: string): string;
export function nameFor(reader: Reader, name: string | null): string | null;
export function nameFor({ isMasked, maskedFields }: Reader, name: string | null): string | null {
  return name !== null && (isMasked || maskedFields.has('customerName')) ? maskName(name) : name;
}

/** Phones, numbers and accounts are masked for everybody: a reveal shows them. */
export const hidden = {
  phone: maskPhone,
  number: maskText,
  idCard: maskIdCard,
  account: maskAccount,
  email: (email: string | null) => (email === null ? null : maskEmail(email)),
  address: (line: string | null) => (line === null ? null : maskAddress(line)),
  contact: maskContact,
  location: maskLocation,
  /** An account that may be missing. */
  optional: (value: string | null) => (value === null ? null : maskAccount(value)),
};
