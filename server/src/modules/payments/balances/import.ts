import { balance } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { centsIn, dayIn, importColumns, type ImportKind } from '../../platform/imports/index.ts';
import { asCommand } from '../../platform/jobs/index.ts';
import { accountsWithin } from '../accounts/index.ts';
import { enterBalance } from './commands.ts';

const { balanceCents, entryDate, remark } = balance.entrySave.request.shape;
const row = z.strictObject({
  accountName: z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(128)),
  balanceCents,
  entryDate,
  remark,
});
type Row = z.output<typeof row>;

/** @throws AppError ACCOUNT_UNKNOWN where no account of the scope has the name, or several have */
async function accountOf(db: Queryable, scope: DataScope, accountName: string): Promise<string> {
  const within = accountsWithin('a.merchant_nos', scope);
  const found = await db
    .selectFrom('moneyAccount as a')
    .select('a.accountId')
    .where('a.accountName', '=', accountName)
    .$if(within !== null, (query) => (within === null ? query : query.where(within)))
    .limit(2)
    .execute();
  const [account, other] = found;
  if (!account || other) throw new AppError('ACCOUNT_UNKNOWN', { fields: ['accountName'] });
  return account.accountId;
}

/** Balances of many accounts by file, each as if it was entered. */
export const balanceImport: ImportKind<Row> = {
  kind: 'balances.import',
  title: { en: 'Import of balances', zh: '导入余额' },
  code: 'afterLoan:balance:save',
  nameColumn: 'accountName',
  columns: importColumns([
    ['accountName', 'Account name', '账户名称', true, 'M-Pesa paybill'],
    ['entryDate', 'Date', '日期', true, '2026-11-20'],
    ['balanceCents', 'Balance (KES)', '余额（KES）', true, '250,000.00'],
    ['remark', 'Remark', '备注', false, ''],
  ]),
  toInput: (cells) => ({
    accountName: cells['accountName']?.trim() ?? '',
    entryDate: dayIn(cells['entryDate']),
    balanceCents: centsIn(cells['balanceCents'], { isSigned: true }),
    ...((cells['remark'] ?? '').trim() !== '' && { remark: cells['remark'] }),
  }),
  form: row,
  unique: [['accountName', 'entryDate']],
  check: async ({ accountName }, { db, caller }) => await accountOf(db, caller.scope, accountName),
  async apply({ accountName, ...entry }, run) {
    const accountId = await accountOf(run.tx, run.caller.scope, accountName);
    return await enterBalance({ accountId, ...entry }, asCommand(run));
  },
};
