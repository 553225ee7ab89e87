import { reconciliation } from '@kituo/sdk/contracts';
import type { ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { accountsWithin } from '../accounts/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import type { SavedColumns } from './csv-layout.ts';
import { needAccount } from './days.ts';

const TITLES = ['serialTitle', 'timeTitle', 'detailsTitle', 'paidInTitle', 'withdrawnTitle', 'amountTitle'] as const;

/** What was saved of the account's columns. */
export async function columnsOf(db: Queryable, accountCode: string): Promise<SavedColumns | null> {
  const saved = await db
    .selectFrom('statementColumns')
    .select([...TITLES, 'dateOrder'])
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  return saved ?? null;
}

/** Accounts, each with what its bank calls the columns of a statement. */
export const columnSets = defineList(
  reconciliation.columnsPage,
  (db) => db.selectFrom('moneyAccount as a').leftJoin('statementColumns as c', 'c.accountCode', 'a.accountCode'),
  (by) => ({
    scope: ({ caller }) => accountsWithin('a.merchant_nos', caller.scope),
    key: 'a.accountCode',
    filters: {
      accountId: by.is('a.accountCode'),
      isSaved: (isSaved) => sql<boolean>`(c.account_code is not null) = ${isSaved}`,
    },
    sorts: { accountName: 'a.accountName' },
    first: [['a.accountName', 'asc']],
    select: (query) =>
      query
        .leftJoin('appUser as u', 'u.userNo', 'c.updatedBy')
        .select(['a.accountCode as accountId', 'a.accountName', 'a.paymentCompany', 'c.dateOrder', 'c.updatedAt'])
        .select(TITLES.map((title) => `c.${title}` as const))
        .select('u.realName as updatedByName'),
    row: ({ updatedAt, ...row }, { caller }): reconciliation.ColumnsRow => {
      const may = caller.codes.has('afterLoan:reconStatement:import');
      return {
        ...row,
        updatedAt: updatedAt?.toISOString() ?? null,
        allowedActions: !may ? [] : updatedAt ? ['save', 'remove'] : ['save'],
      };
    },
  }),
);

/** Saves what an account's bank calls the columns; the next import goes by it. @throws AppError ACCOUNT_UNKNOWN */
export async function saveColumns(request: ParsedRequestOf<typeof reconciliation.columnsSave>, call: CommandCall) {
  const { tx, caller } = call;
  const { accountId: accountCode, dateOrder } = request;
  await needAccount(tx, accountCode, caller.scope);
  const saved = {
    serialTitle: request.serialTitle,
    timeTitle: request.timeTitle,
    detailsTitle: request.detailsTitle,
    paidInTitle: request.paidInTitle || null,
    withdrawnTitle: request.withdrawnTitle || null,
    amountTitle: request.amountTitle || null,
    dateOrder,
  };
  refuseUnclear(saved);
  const before = await columnsOf(tx, accountCode);
  await tx
    .insertInto('statementColumns')
    .values({ accountCode, ...saved, updatedBy: caller.userNo })
    .onConflict((conflict) =>
      conflict.column('accountCode').doUpdateSet({ ...saved, updatedBy: caller.userNo, updatedAt: sql`now()` }),
    )
    .execute();
  await record(call, 'save', accountCode, before, saved);
  return { accountId: accountCode };
}

/** @throws AppError COLUMNS_AMOUNT, COLUMNS_REPEATED */
function refuseUnclear(saved: SavedColumns): void {
  const isSplit = saved.paidInTitle !== null && saved.withdrawnTitle !== null;
  const isPartly = saved.paidInTitle !== null || saved.withdrawnTitle !== null;
  if (saved.amountTitle === null ? !isSplit : isPartly) {
    throw new AppError('COLUMNS_AMOUNT', { fields: ['amountTitle'] });
  }
  const met = new Set<string>();
  for (const field of TITLES) {
    const title = saved[field]?.toLowerCase();
    if (title !== undefined && met.has(title)) throw new AppError('COLUMNS_REPEATED', { fields: [field] });
    if (title !== undefined) met.add(title);
  }
}

/** Statements of the account are read by the usual titles again. @throws AppError ACCOUNT_UNKNOWN, NOT_FOUND */
export async function removeColumns({ accountId: accountCode }: { readonly accountId: string }, call: CommandCall) {
  const { tx, caller } = call;
  await needAccount(tx, accountCode, caller.scope);
  const before = await columnsOf(tx, accountCode);
  if (!before) throw new AppError('NOT_FOUND');
  await tx.deleteFrom('statementColumns').where('accountCode', '=', accountCode).execute();
  await record(call, 'remove', accountCode, before, null);
  return { accountId: accountCode };
}

async function record(
  call: CommandCall,
  act: 'save' | 'remove',
  subjectNo: string,
  before: SavedColumns | null,
  after: SavedColumns | null,
): Promise<void> {
  const action = `statementColumns.${act}`;
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'statementColumns',
    subjectNo,
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  });
}
