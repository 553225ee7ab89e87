/**
 * Rules of the spec's section 5 that belong to no single page. Each takes what was typed and gives
 * the catalogue's message, or null where it is right. Messages are keys of the SDK's texts with
 * values, so that they stand in the person's language: see `messageText`.
 */
export interface ValidationMessage {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Gives a message, or null where the value is right. */
export type Validator<Value> = (value: Value) => ValidationMessage | null;

const PHONE = /^254\d{9}$/;
const ID_CARD = /^\d{7,9}$/;
const JOB_NUMBER = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,8}$/;
const MONEY = /^-?(?:0|[1-9]\d*)(?:\.\d{1,2})?$/;
/** The most that cents stay exact in a JavaScript number. */
const MAX_CENTS = Number.MAX_SAFE_INTEGER;

/** A phone number: 254 and 9 digits. */
export const validatePhone: Validator<string> = (value) => (PHONE.test(value) ? null : { key: 'validate.phone' });

/** An ID card number: 7 to 9 digits. */
export const validateIdCard: Validator<string> = (value) => (ID_CARD.test(value) ? null : { key: 'validate.idCard' });

/** A job number: letters and digits, both, 6 to 8 characters. */
export const validateJobNumber: Validator<string> = (value) =>
  JOB_NUMBER.test(value) ? null : { key: 'validate.jobNumber' };

/** A required choice or field. */
export const validateRequired: Validator<unknown> = (value) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
    ? { key: 'validate.required' }
    : null;

/** A text of more than blanks. */
export const validateNotBlank: Validator<string> = (value) => (value.trim() === '' ? { key: 'validate.blank' } : null);

/**
 * Reads typed money into integer cents: thousands separators are stripped, at most 2 decimals, no
 * leading zeros, a minus where `isSigned`. Null where it is not money.
 *
 * @example parseMoney('1,234.5') === 123450
 */
export function parseMoney(typed: string, options: { isSigned?: boolean } = {}): number | null {
  const plain = typed.trim().replaceAll(',', '');
  if (!MONEY.test(plain) || (plain.startsWith('-') && options.isSigned !== true)) return null;
  const [whole = '0', fraction = ''] = plain.replace('-', '').split('.');
  // From digits, not through a float: 1.005 × 100 would lose a cent.
  const cents = Number(whole + fraction.padEnd(2, '0'));
  if (cents > MAX_CENTS) return null;
  return plain.startsWith('-') && cents !== 0 ? -cents : cents;
}

/** Money with an optional minus. */
export const validateSignedMoney: Validator<string> = (typed) =>
  parseMoney(typed, { isSigned: true }) === null ? { key: 'validate.money' } : null;

/** Money without a minus. */
export const validateMoney: Validator<string> = (typed) =>
  parseMoney(typed) === null ? { key: 'validate.moneyUnsigned' } : null;

/** What a file picker accepts. */
export interface FileRule {
  /** Endings without a dot: `['csv', 'xlsx']`. Absent: all. */
  readonly extensions?: readonly string[];
  readonly maxMb?: number;
  /** Characters of its name, ending included. */
  readonly maxName?: number;
}

const BYTES_A_MB = 1_048_576;

/**
 * A file by its name's ending and its size. The server looks at the content.
 *
 * @example validateFile(file, { extensions: ['csv'], maxMb: 5 }) // null when it may be taken
 */
export function validateFile(
  file: { readonly name: string; readonly size: number },
  rule: FileRule,
): ValidationMessage | null {
  const ending = file.name.includes('.') ? file.name.split('.').at(-1)?.toLowerCase() : undefined;
  const accepted = rule.extensions?.map((extension) => extension.toLowerCase());
  if (accepted && !(ending !== undefined && accepted.includes(ending))) {
    return { key: 'validate.fileType', values: { formats: accepted.join(', ') } };
  }
  if (rule.maxMb !== undefined && file.size > rule.maxMb * BYTES_A_MB) {
    return { key: 'validate.fileSize', values: { maxMb: rule.maxMb } };
  }
  if (rule.maxName !== undefined && file.name.length > rule.maxName) {
    return { key: 'validate.fileName', values: { most: rule.maxName } };
  }
  return null;
}

/**
 * An image of 1 KB to 10 MB.
 *
 * @example validateImage(file) // { key: 'validate.imageSize' } below 1 KB
 */
export function validateImage(file: { readonly type: string; readonly size: number }): ValidationMessage | null {
  if (!file.type.startsWith('image/')) return { key: 'validate.imageOnly' };
  if (file.size < 1024 || file.size > 10 * BYTES_A_MB) return { key: 'validate.imageSize' };
  return null;
}
