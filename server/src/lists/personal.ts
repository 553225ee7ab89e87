import type { Caller } from '../http/implement.ts';
import {
  accountMask,
  emailMask,
  idCardMask,
  type Mask,
  maskAccount,
  maskEmail,
  maskIdCard,
  maskName,
  maskPhone,
  nameMask,
  phoneMask,
} from '../modules/platform/masking/index.ts';

/**
 * How a personal value leaves the server: a `name` masked where the person, or a rule of the page, is; all
 * others always.
 */
type Personal = 'name' | 'phone' | 'idCard' | 'account' | 'email';

/** Which fields of a row are personal: those that hold texts. */
export type PersonalFields<Row> = {
  readonly [Field in keyof Row as string extends Row[Field] ? Field : never]?: Personal;
};

/** The row as this person may see it. */
export function masked<Row extends object>(row: Row, personal: PersonalFields<Row>, caller: Caller): Row {
  const values = new Map<string, unknown>(Object.entries(row));
  const hidden: Record<string, string> = {};
  for (const [field, kind] of Object.entries<Personal | undefined>(personal)) {
    const value = values.get(field);
    if (kind === undefined || typeof value !== 'string') continue;
    if (kind === 'phone') hidden[field] = maskPhone(value);
    else if (kind === 'idCard') hidden[field] = maskIdCard(value);
    else if (kind === 'account') hidden[field] = maskAccount(value);
    else if (kind === 'email') hidden[field] = maskEmail(value);
    else if (caller.isMasked || caller.maskedFields.has(field)) hidden[field] = maskName(value);
  }
  return { ...row, ...hidden };
}

const MASKS: Readonly<Record<Personal, Mask>> = {
  name: nameMask,
  phone: phoneMask,
  idCard: idCardMask,
  account: accountMask,
  email: emailMask,
};

/**
 * The mask that `masked` puts on a field for this person; none where they see it.
 * @throws Error for a field that is not personal: a name misspelt would leave it in full
 */
export function maskFor<Row extends object>(
  field: string,
  personal: PersonalFields<Row>,
  caller: Caller,
): Mask | undefined {
  const kind = new Map(Object.entries<Personal | undefined>(personal)).get(field);
  if (kind === undefined) throw new Error(`${field} is not personal in this list`);
  return kind !== 'name' || caller.isMasked || caller.maskedFields.has(field) ? MASKS[kind] : undefined;
}
