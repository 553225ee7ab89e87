import { repayAccount, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { COUNTED_EXACTLY, countedTo } from '../../../db/counted.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { isSilent, minutesSince, usualQuietMinutes } from './silence.ts';
import { accountsWithin, hasWaitingChange, isOfMerchant, merchantNamesOf, reachesWhole } from './account-scope.ts';

type Row = repayAccount.RepayAccountRow;

const today = () => startOfBusinessDate(businessDateOf(new Date()));
const receivedToday = () => sql<number>`coalesce((select sum(f.amount_cents) from payment_flow f
  where f.account_code = l.account_code and f.received_at >= ${today()}), 0)::bigint`;
const unmatched = () => sql<number>`coalesce((select sum(f.writable_cents) from payment_flow f
  where f.flow_status = 'UNMATCHED' and f.account_code = l.account_code), 0)::bigint`;
const lastFlow = () => sql<Date | null>`(select max(f.received_at) from payment_flow f
  where f.account_code = l.account_code)`;

// A paybill may have a number for each loan: no list waits for all of them to be counted.
const countOfLinks = () => sql<number>`(select count(*) from (select from payment_link k
  where k.account_id = l.account_id and k.link_status = 'OPEN' and k.expires_at > now()
  limit ${COUNTED_EXACTLY + 1}) n)::int`;
const countOfNumbers = () => sql<number>`(select count(*) from (select from virtual_account v
  where v.account_id = l.account_id limit ${COUNTED_EXACTLY + 1}) n)::int`;

/** The accounts that customers pay in to. */
export const repayAccounts = defineList(
  repayAccount.page,
  (db) => db.selectFrom('repayAccount as l'),
  (by) => ({
    scope: ({ caller }) => accountsWithin('l.merchant_nos', caller.scope),
    key: 'l.accountId',
    missing: 'ACCOUNT_UNKNOWN',
    filters: {
      paymentChannel: by.is('l.paymentChannel'),
      bankCode: by.is('l.bankCode'),
      merchantNo: isOfMerchant('l.merchant_nos'),
      enabled: by.is('l.enabled'),
      unmatchedOver: ({ from, to }) =>
        sql<boolean>`${unmatched()} between ${from ?? 0} and ${to ?? Number.MAX_SAFE_INTEGER}`,
    },
    sorts: { todayReceivedCents: receivedToday(), unmatchedCents: unmatched(), lastFlowTime: lastFlow() },
    first: [['l.accountName', 'asc']],
    nulls: 'last',
    select: (query) =>
      query
        .selectAll('l')
        .select([
          merchantNamesOf('l.merchant_nos').as('merchantNames'),
          hasWaitingChange('repayAccount', 'l.account_id').as('hasWaitingChange'),
          receivedToday().as('todayReceivedCents'),
          unmatched().as('unmatchedCents'),
          lastFlow().as('lastFlowTime'),
          countOfLinks().as('links'),
          countOfNumbers().as('numbers'),
          usualQuietMinutes(sql`l.account_code`, new Date()).as('usualQuietMinutes'),
        ]),
    row: ({ createdAt: _, lastFlowTime, links, numbers, ...row }, { caller }): Row => {
      const quietMinutes = minutesSince(lastFlowTime, new Date());
      const isWhole = reachesWhole(caller.scope, row.merchantNos);
      const maySave = isWhole && caller.codes.has('afterLoan:repayAccount:save');
      const actions: Row['allowedActions'] = [];
      if (maySave) actions.push('update');
      if (maySave && row.codeRule === 'VIRTUAL') actions.push('virtualRange');
      if (isWhole && caller.codes.has('afterLoan:repayAccount:state')) {
        actions.push(row.enabled ? 'disable' : 'enable');
      }
      const [openLinks, virtualNumbers] = [countedTo(links), countedTo(numbers)];
      return {
        ...row,
        openLinks: openLinks.total,
        virtualNumbers: virtualNumbers.total,
        isCountExact: openLinks.totalIsExact && virtualNumbers.totalIsExact,
        lastFlowTime: lastFlowTime?.toISOString() ?? null,
        quietMinutes,
        isSilent: row.enabled && isSilent(quietMinutes, row.usualQuietMinutes),
        allowedActions: actions,
      };
    },
    personal: { accountNo: 'account' },
  }),
);

/** What of repayment accounts is masked, in full for those who hold the page. */
export const repayAccountReveals = rowReveals(repayAccounts, {
  name: 'repayAccount',
  title: { en: 'repayment accounts', zh: '还款账户' },
  page: repayAccount.page,
  fields: { accountNo: 'bankAccount' },
});

const SHOWN = 50;

/** @throws AppError ACCOUNT_UNKNOWN */
export async function readRepayAccount(accountId: string, call: Call): Promise<ReplyOf<typeof repayAccount.detail>> {
  const row = await repayAccounts.one(accountId, call);
  const flows = await call.db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'paymentCode', 'amountCents', 'flowStatus', 'receivedAt'])
    .where('accountCode', '=', row.accountCode)
    .where('receivedAt', '>=', today())
    .orderBy('receivedAt', 'desc')
    .limit(SHOWN)
    .execute();
  // An account may serve merchants whose loans the reader does not see.
  const seen = merchantsSeen(call.caller.scope);
  const links = await call.db
    .selectFrom('paymentLink')
    .select(['linkNo', 'orderNo', 'amountCents', 'expiresAt'])
    .where('accountId', '=', accountId)
    .$if(seen !== null, (query) => query.where('merchantNo', 'in', seen?.length ? [...seen] : ['']))
    .where('linkStatus', '=', 'OPEN')
    .where('expiresAt', '>', new Date())
    .orderBy('expiresAt')
    .orderBy('linkNo')
    .limit(SHOWN)
    .execute();
  return {
    row,
    links: links.map(({ expiresAt, ...link }) => ({ ...link, expiresAt: expiresAt.toISOString() })),
    flows: flows.map(({ receivedAt, ...flow }) => ({ ...flow, receivedAt: receivedAt.toISOString() })),
    history: await readHistory(call.db, 'repayAccount', accountId),
  };
}
