import { type FieldMessage } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { reachesWhole } from './account-scope.ts';

interface Numbered {
  readonly bankCode: string;
  readonly accountNo?: string | null | undefined;
  readonly shortCode?: string | null | undefined;
  readonly merchantNos: readonly string[];
}

/** What both kinds of accounts ask of a form. @throws AppError BAD_REQUEST, MERCHANT_NOT_FOUND */
export async function checkAccountForm(tx: Tx, form: Numbered, scope: DataScope): Promise<void> {
  const faults: FieldMessage[] = [];
  if (!form.accountNo && !form.shortCode) {
    faults.push({ field: 'accountNo', msg: 'All options must be filled' });
    faults.push({ field: 'shortCode', msg: 'All options must be filled' });
  }
  const bank = await tx
    .selectFrom('dictionaryEntry')
    .select('value')
    .where('dictKey', '=', 'BANK_NAME_TYPE')
    .where('value', '=', form.bankCode)
    .where('isEnabled', '=', true)
    .executeTakeFirst();
  if (!bank) faults.push({ field: 'bankCode', msg: 'Invalid value' });
  const known = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', 'in', [...form.merchantNos])
    .execute();
  if (known.length < new Set(form.merchantNos).size || !reachesWhole(scope, form.merchantNos)) {
    faults.push({ field: 'merchantNos', msg: 'Invalid value' });
  }
  if (faults.length > 0) throw new AppError('BAD_REQUEST', { fields: faults });
}

/** One request about an account at a time, whatever it is. @throws AppError REQUEST_PENDING */
export async function refuseWhilePending(tx: Tx, family: string, accountId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('changeRequest')
    .select('changeNo')
    .where('kind', 'like', `${family}.%`)
    .where('subjectNo', '=', accountId)
    .where('changeState', '=', 'PENDING')
    .executeTakeFirst();
  if (waiting) throw new AppError('REQUEST_PENDING', { facts: { changeNo: waiting.changeNo } });
}

/** The next number, with its account in the ledger. */
export async function newAccount(tx: Tx, name: string): Promise<{ accountId: string; accountCode: string }> {
  const { count } = await tx
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountCode', 'like', 'BANK.%')
    .executeTakeFirstOrThrow();
  for (let no = count + 1; ; no += 1) {
    const accountId = `A${String(no).padStart(4, '0')}`;
    const accountCode = `BANK.${accountId}`;
    const made = await tx
      .insertInto('account')
      .values({ accountCode, accountKind: 'ASSET', nameEn: name, nameZh: name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('accountCode')
      .executeTakeFirst();
    if (made) return { accountId, accountCode };
  }
}
