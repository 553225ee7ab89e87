import type { balance, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { GatewayError } from '../../platform/gateways/index.ts';
import { accountsWithin } from '../accounts/index.ts';

/** An account of ours at M-Pesa, and the short code that it is asked by. */
interface Asked {
  readonly accountId: string;
  readonly accountCode: string;
  readonly shortCode: string;
}

/** The accounts of the scope whose channel tells a balance: those at M-Pesa that have a short code. */
async function askable(db: Queryable, call: CommandCall, accountIds: readonly string[] | null): Promise<Asked[]> {
  const within = accountsWithin('a.merchant_nos', call.caller.scope);
  const rows = await db
    .selectFrom('moneyAccount as a')
    .leftJoin('loanerAccount as l', 'l.accountCode', 'a.accountCode')
    .leftJoin('repayAccount as r', 'r.accountCode', 'a.accountCode')
    .select(['a.accountId', 'a.accountCode', sql<string | null>`coalesce(l.short_code, r.short_code)`.as('shortCode')])
    .where('a.paymentCompany', '=', 'MPESA')
    .$if(accountIds !== null, (query) => query.where('a.accountId', 'in', [...(accountIds ?? []), '']))
    .$if(within !== null, (query) => (within === null ? query : query.where(within)))
    .orderBy('a.accountId')
    .execute();
  const own = call.services.engine.gateways.shortCodes;
  const known: Readonly<Record<string, string | undefined>> = {
    'BANK.MPESA_PAYBILL': own?.PAYBILL,
    'BANK.MPESA_FLOAT': own?.FLOAT,
  };
  return rows.flatMap(({ shortCode: kept, ...account }) => {
    const shortCode = known[account.accountCode] ?? kept;
    return shortCode === null ? [] : [{ ...account, shortCode }];
  });
}

/**
 * Asks M-Pesa for the balance of accounts; each answer is an entry of its own, in seconds. Null: of all that can be asked.
 * What is on its way already is not asked again.
 * @throws AppError BALANCE_NOT_ASKED where none of them can be asked
 */
export async function fetchBalances(
  { accountIds }: ParsedRequestOf<typeof balance.entryFetch>,
  call: CommandCall,
): Promise<{ asked: number }> {
  const { tx, caller, services } = call;
  const isThere = services.engine.gateways.money !== null;
  const accounts = isThere ? await askable(tx, call, accountIds) : [];
  if (accounts.length === 0) throw new AppError('BALANCE_NOT_ASKED');
  for (const account of accounts) {
    const waiting = await tx
      .selectFrom('balanceQuery')
      .select('queryNo')
      .where('accountCode', '=', account.accountCode)
      .where('answeredAt', 'is', null)
      .where('askedAt', '>', sql<Date>`now() - interval '1 minute'`)
      .executeTakeFirst();
    const { queryNo } = waiting ?? (await ask(tx, account.accountCode, caller.userNo));
    await writeAudit(tx, call, {
      action: 'balance.asked',
      subjectType: 'balance',
      subjectNo: account.accountId,
      after: { queryNo },
    });
    if (waiting) continue;
    call.afterCommit(() => askChannel(call, queryNo, account.shortCode));
  }
  return { asked: accounts.length };
}

async function ask(tx: Tx, accountCode: string, askedBy: string): Promise<{ readonly queryNo: string }> {
  return await tx
    .insertInto('balanceQuery')
    .values({ accountCode, askedBy })
    .returning('queryNo')
    .executeTakeFirstOrThrow();
}

/** Calls the channel once. A clear no ends the question; whatever is unclear may still be answered. */
async function askChannel({ db, services }: CommandCall, queryNo: string, shortCode: string): Promise<void> {
  try {
    await services.engine.gateways.money?.askBalance({ queryNo, shortCode });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.fault === 'UNKNOWN') return;
    await endQuery(db, queryNo, { resultCode: error.code ?? error.fault, resultText: error.message.slice(0, 500) });
  }
}

/** Writes down how a question ended; once. @returns whose it was */
export async function endQuery(
  db: Queryable,
  queryNo: string,
  end: { readonly resultCode: string; readonly resultText: string },
) {
  return await db
    .updateTable('balanceQuery')
    .set({ ...end, answeredAt: sql`now()` })
    .where('queryNo', '=', queryNo)
    .where('answeredAt', 'is', null)
    .returning(['accountCode', 'askedBy'])
    .executeTakeFirst();
}
