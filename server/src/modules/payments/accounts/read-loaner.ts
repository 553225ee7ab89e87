import { loanerAccount, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { everyRoute } from '../../lending/routing/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { accountsWithin, hasWaitingChange, isOfMerchant, merchantNamesOf, reachesWhole } from './account-scope.ts';

type Row = loanerAccount.LoanerAccountRow;

const today = () => startOfBusinessDate(businessDateOf(new Date()));
const paidToday = () => sql<number>`coalesce((select sum(a.amount_cents) from payout_attempt a
  where a.account_code = l.account_code and a.attempt_status = 'SUCCESS' and a.finished_at >= ${today()}), 0)::bigint`;

/** The accounts that loans are paid out from. */
export const loanerAccounts = defineList(
  loanerAccount.page,
  (db) => db.selectFrom('loanerAccount as l'),
  (by) => ({
    scope: ({ caller }) => accountsWithin('l.merchant_nos', caller.scope),
    key: 'l.accountId',
    missing: 'ACCOUNT_UNKNOWN',
    filters: {
      loanerName: by.contains('l.loanerName'),
      merchantNo: isOfMerchant('l.merchant_nos'),
      lendingChannel: by.is('l.lendingChannel'),
      bankCode: by.is('l.bankCode'),
      enabled: by.is('l.enabled'),
    },
    sorts: { loanerName: 'l.loanerName', todayPaidCents: paidToday() },
    first: [['l.loanerName', 'asc']],
    select: (query) =>
      query.selectAll('l').select([
        merchantNamesOf('l.merchant_nos').as('merchantNames'),
        hasWaitingChange('loanerAccount', 'l.account_id').as('hasWaitingChange'),
        paidToday().as('todayPaidCents'),
        sql<number>`coalesce((select sum(a.amount_cents) from payout_attempt a
            where a.account_code = l.account_code and a.attempt_status in ('SENT', 'UNKNOWN')), 0)::bigint`.as(
          'inFlightCents',
        ),
        sql<number | null>`(select e.balance_cents from balance_entry e where e.account_code = l.account_code
            and not exists (select from balance_entry n where n.replaces_no = e.entry_no)
            order by e.entry_date desc, e.entered_at desc limit 1)`.as('lastBalanceCents'),
        sql<boolean>`exists (select from payout_attempt a where a.account_code = l.account_code
            and a.attempt_status = 'SUCCESS')`.as('isUsed'),
      ]),
    row: ({ createdAt: _, ...row }, { caller }): Row => {
      const isWhole = reachesWhole(caller.scope, row.merchantNos);
      const actions: Row['allowedActions'] = [];
      if (isWhole && caller.codes.has('afterLoan:loanerAccount:save')) actions.push('update');
      if (isWhole && caller.codes.has('afterLoan:loanerAccount:state')) {
        actions.push(row.enabled ? 'disable' : 'enable');
      }
      return { ...row, allowedActions: actions };
    },
    personal: { accountNo: 'account' },
  }),
);

/** What of disbursement accounts is masked, in full for those who hold the page. */
export const loanerAccountReveals = rowReveals(loanerAccounts, {
  name: 'loanerAccount',
  title: { en: 'disbursement accounts', zh: '放款账户' },
  page: loanerAccount.page,
  fields: { accountNo: 'bankAccount' },
});

const SHOWN = 50;
const PACE_HOURS = 3;

/** @throws AppError ACCOUNT_UNKNOWN */
export async function readLoanerAccount(accountId: string, call: Call): Promise<ReplyOf<typeof loanerAccount.detail>> {
  const row = await loanerAccounts.one(accountId, call);
  const { db } = call;
  const { accountCode, lastBalanceCents, inFlightCents } = row;
  const attempts = await db
    .selectFrom('payoutAttempt')
    .select(['attemptNo', 'subjectNo', 'amountCents', 'attemptStatus', 'createdAt'])
    .where('accountCode', '=', accountCode)
    .where('createdAt', '>=', today())
    .orderBy('createdAt', 'desc')
    .limit(SHOWN)
    .execute();
  const since = new Date(Date.now() - PACE_HOURS * 3_600_000);
  const { paidCents } = await db
    .selectFrom('payoutAttempt')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('paidCents'))
    .where('accountCode', '=', accountCode)
    .where('attemptStatus', '=', 'SUCCESS')
    .where('finishedAt', '>=', since)
    .executeTakeFirstOrThrow();
  const leftCents = (lastBalanceCents ?? 0) - inFlightCents;
  const hoursLeft = paidCents > 0 ? (leftCents / paidCents) * PACE_HOURS : null;
  const routes = await routesBy(call, accountCode);
  // At this pace until midnight, in whole shillings.
  const hoursToday = (startOfBusinessDate(addDays(businessDateOf(new Date()), 1)).getTime() - Date.now()) / 3_600_000;
  const shortCents = (paidCents / PACE_HOURS) * hoursToday - leftCents;
  return {
    row,
    routes: routes.map(({ others: _, ...route }) => route),
    waitingOrders: await waitingFor(call, accountCode),
    attempts: attempts.map(({ createdAt, ...attempt }) => ({ ...attempt, createdAt: createdAt.toISOString() })),
    emptyAt:
      lastBalanceCents === null || hoursLeft === null
        ? null
        : new Date(Date.now() + Math.max(0, hoursLeft) * 3_600_000).toISOString(),
    missingCents: lastBalanceCents === null || shortCents <= 0 ? null : Math.ceil(shortCents / 100) * 100,
    history: await readHistory(db, 'loanerAccount', accountId),
  };
}

/** Loans of merchants without a strategy leave from here. */
const FLOAT = 'BANK.MPESA_FLOAT';

/** The strategies that name an account. */
export async function routesBy({ db }: Pick<Call, 'db'>, accountCode: string) {
  const account = await db
    .selectFrom('loanerAccount')
    .select('accountId')
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  return [...(await everyRoute(db, new Date())).values()]
    .flatMap(({ strategies }) => strategies)
    .filter(({ value }) => value.entries.some(({ accountId }) => accountId === account?.accountId))
    .map(({ merchantNo, value }) => ({
      routeName: value.ruleName,
      merchantNo,
      autoSend: value.autoSend,
      /** What else it pays by. */
      others: value.entries.flatMap((entry) => (entry.accountId === account?.accountId ? [] : [entry.accountId])),
    }));
}

/** Orders that wait to leave by it. */
export async function waitingFor({ db }: Pick<Call, 'db'>, accountCode: string): Promise<number> {
  const routes = await everyRoute(db, new Date());
  const named = (await routesBy({ db }, accountCode)).map(({ merchantNo }) => merchantNo);
  const { count } = await db
    .selectFrom('loanOrder')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('orderStatus', '=', 'PENDING_DISBURSEMENT')
    .where(
      sql<boolean>`(merchant_no = any(${named}::text[])
        or ${accountCode === FLOAT} and merchant_no <> all(${[...routes.keys()]}::text[]))`,
    )
    .executeTakeFirstOrThrow();
  return count;
}
