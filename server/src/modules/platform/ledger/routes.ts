import { ledger } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type DataScope, implement } from '../../../http/implement.ts';
import { driftedBills } from './ledger.ts';

interface AccountRow {
  readonly accountCode: string;
  readonly accountKind: 'ASSET' | 'LIABILITY' | 'EQUITY' | 'INCOME' | 'EXPENSE' | 'MEMO';
  readonly nameEn: string;
  readonly nameZh: string;
  readonly debitCents: number;
  readonly creditCents: number;
  readonly balanceCents: number;
}

/** The merchants whose books the caller sees; null for all. A rule on departments or people shows no books. */
function booksOf(scope: DataScope, merchantNo: string | undefined): readonly string[] | null {
  const wanted = merchantNo === undefined ? null : [merchantNo];
  if (scope === 'all') return wanted;
  const own = scope.rows === undefined ? scope.merchantNos : [];
  return wanted === null ? own : wanted.filter((one) => own.includes(one));
}

export const routes = [
  implement(ledger.trialBalance, async ({ merchantNo, asOf }, { db, caller, lang }) => {
    const books = booksOf(caller.scope, merchantNo);
    const { rows } = await sql<AccountRow>`
      select a.account_code, a.account_kind, a.name_en, a.name_zh,
        coalesce(sum(p.amount_cents) filter (where p.amount_cents > 0), 0)::bigint as debit_cents,
        coalesce(-sum(p.amount_cents) filter (where p.amount_cents < 0), 0)::bigint as credit_cents,
        sum(p.amount_cents)::bigint as balance_cents
      from posting p join account a using (account_code)
      where (${books === null ? null : [...books]}::text[] is null
          or p.merchant_no = any(${books === null ? null : [...books]}::text[]))
        and (${asOf ?? null}::date is null or p.business_date <= ${asOf ?? null}::date)
      group by a.account_code order by a.account_code`.execute(db);
    return {
      asOf: asOf ?? null,
      accounts: rows.map(({ nameEn, nameZh, ...account }) => ({
        ...account,
        accountName: lang === 'zh' ? nameZh : nameEn,
      })),
      differenceCents: rows.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
      // Drift is a fault of the books as a whole: whoever sees them all is told.
      driftedBillNos: books === null && asOf === undefined ? await driftedBills(db) : [],
    };
  }),
];
