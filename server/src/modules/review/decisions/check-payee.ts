import { type FieldMessage, orderFile } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { attachmentsOf, type Decision, MISSING } from './check-form.ts';

/** Words of two names that are the same, whatever their order, case and marks. */
function sharedWords(one: string, other: string): number {
  const wordsOf = (name: string) =>
    new Set(
      name
        .normalize('NFD')
        .replace(/[^\p{L}\s]/gu, '')
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    );
  const others = wordsOf(other);
  return [...wordsOf(one)].filter((word) => others.has(word)).length;
}

async function isBank(db: Queryable, bankName: string): Promise<boolean> {
  const found = await db
    .selectFrom('dictionaryEntry')
    .select('value')
    .where('dictKey', '=', 'BANK_NAME_TYPE')
    .where('value', '=', bankName)
    .where('isEnabled', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}

/** Where the order's money goes as things stand. */
interface Payee {
  readonly payoutType: z.output<typeof orderFile.payoutType>;
  readonly payoutSubType: string;
  readonly payeePhone: string;
  readonly payeeBankName: string | null;
  readonly payeeAccountNo: string | null;
  readonly eWalletAccount: string | null;
  readonly customerName: string;
}
type PayeeForm = NonNullable<Decision['payee']>;

/** What a type of account is named by besides the phone. */
const ACCOUNT_FIELDS = {
  MOBILE_MONEY: [],
  BANK: ['bankName', 'bankCardNo'],
  E_WALLET: ['eWalletAccount'],
} as const satisfies Readonly<Record<PayeeForm['payoutType'], readonly (keyof PayeeForm)[]>>;
const EVERY_ACCOUNT_FIELD = ['bankName', 'bankCardNo', 'eWalletAccount'] as const;

/** What is missing of the account, and what belongs to an account of another type. */
function accountFaults(payee: PayeeForm): FieldMessage[] {
  const asked: readonly string[] = ACCOUNT_FIELDS[payee.payoutType];
  return EVERY_ACCOUNT_FIELD.flatMap((name) => {
    const field = `payee.${name}`;
    if (asked.includes(name)) return payee[name] ? [] : [{ field, msg: MISSING }];
    return payee[name] ? [{ field, msg: 'Does not match this payout type' }] : [];
  });
}

function isSameAccount(payee: PayeeForm, order: Payee): boolean {
  const now = {
    bankName: order.payeeBankName,
    bankCardNo: order.payeeAccountNo,
    eWalletAccount: order.eWalletAccount,
  };
  return (
    payee.phone === order.payeePhone && ACCOUNT_FIELDS[payee.payoutType].every((field) => payee[field] === now[field])
  );
}

/**
 * A changed account is complete, another one, in the customer's name and shown by an attachment of the order.
 * @throws AppError BAD_REQUEST, PAYEE_NAME_DIFFERS, PAYEE_UNCHANGED, REFERENCE_UNKNOWN
 */
export async function checkPayee(
  db: Queryable,
  { orderNo, payee, changePayoutType }: Decision,
  order: Payee,
): Promise<void> {
  if (payee === null) return;
  const faults = accountFaults(payee);
  if (payee.payoutType === 'BANK' && payee.bankName && !(await isBank(db, payee.bankName))) {
    faults.push({ field: 'payee.bankName', msg: 'Invalid value' });
  }
  const kept: readonly string[] = orderFile.PAYOUT_SUB_TYPES[payee.payoutType];
  const isSameType = payee.payoutType === order.payoutType && payee.payoutSubType === order.payoutSubType;
  if (!kept.includes(payee.payoutSubType)) {
    faults.push({ field: 'payee.payoutType', msg: 'Invalid value' });
  } else if (isSameType === changePayoutType) {
    faults.push({
      field: 'payee.payoutType',
      msg: 'Does not match the payout type you selected',
    });
  }
  if (faults.length > 0) throw new AppError('BAD_REQUEST', { fields: faults });
  if (isSameType && isSameAccount(payee, order)) {
    const account = ACCOUNT_FIELDS[payee.payoutType].at(-1) ?? 'phone';
    throw new AppError('PAYEE_UNCHANGED', { fields: [`payee.${account}`] });
  }
  const words = order.customerName.trim().split(/\s+/).length;
  if (sharedWords(payee.accountName, order.customerName) < Math.min(2, words)) {
    throw new AppError('PAYEE_NAME_DIFFERS', { fields: ['payee.accountName'] });
  }
  const evidence = await attachmentsOf(db, orderNo)
    .select('attachmentNo')
    .where('attachmentNo', '=', payee.evidenceAttachId)
    .executeTakeFirst();
  if (!evidence) throw new AppError('REFERENCE_UNKNOWN', { fields: ['payee.evidenceAttachId'] });
}
