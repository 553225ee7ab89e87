import type { Told } from './told.ts';

/** The first of these fields that has a value. */
const first = ({ fields }: Told, ...names: readonly string[]): string | null =>
  names.map((name) => fields.get(name)?.trim()).find((value) => value) ?? null;

/** The channel's receipt. */
export function toldCode(told: Told): string | null {
  const code = first(
    told,
    'TransID',
    'MpesaReceiptNumber',
    'TransactionReceipt',
    'ReceiptNo',
    'TransactionID',
    'AcctSvcrRef',
  );
  // Text as the database holds it.
  return code?.replaceAll('\0', '').slice(0, 64) || null;
}

/** Null where there is none that can be read. */
export function toldAmountCents(told: Told): number | null {
  const amount = first(told, 'TransAmount', 'TransactionAmount', 'Amount', 'InstdAmt')?.replaceAll(',', '');
  const [, shillings, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount ?? '') ?? [];
  return shillings === undefined ? null : Number(shillings) * 100 + Number(cents.padEnd(2, '0'));
}

export function toldTime(told: Told): string | null {
  return first(told, 'TransTime', 'TransactionDate', 'TransactionCompletedDateTime', 'FinalisedTime');
}

export function toldPhone(told: Told): string | null {
  return first(told, 'MSISDN', 'PhoneNumber');
}

export function toldName(told: Told): string | null {
  return ['FirstName', 'MiddleName', 'LastName'].flatMap((name) => told.fields.get(name) ?? []).join(' ') || null;
}

export function toldReference(told: Told): string | null {
  return first(told, 'BillRefNumber');
}

/** The number that it goes by: ours where we gave one. */
export function toldOriginator(told: Told): string | null {
  return told.addressNo ?? first(told, 'OriginatorConversationID', 'OrgnlEndToEndId');
}
