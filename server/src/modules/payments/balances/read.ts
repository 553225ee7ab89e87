import { balance, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { accountsWithin } from '../accounts/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { inFlight, unexplainedOf } from './booked.ts';

type Row = balance.BalanceRow;

/** What the books say of an account now, or said at the end of a day. */
const booked = () => sql<number>`coalesce((select sum(p.amount_cents) from bank_sum p
  where p.account_code = a.account_code), 0)::bigint`;
const difference = () => sql<number | null>`(e.balance_cents - coalesce((select sum(p.amount_cents) from bank_sum p
  where p.account_code = a.account_code and p.business_date <= e.entry_date), 0))::bigint`;

/** Every account of ours with the newest statement of it. */
const stated = (db: Queryable) =>
  db
    .selectFrom('moneyAccount as a')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('balanceEntry as b')
          .select(['b.entryNo', 'b.entryDate', 'b.balanceCents', 'b.source', 'b.enteredBy', 'b.enteredAt'])
          .whereRef('b.accountCode', '=', 'a.accountCode')
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('balanceEntry as n').select('n.entryNo').whereRef('n.replacesNo', '=', 'b.entryNo'))),
          )
          .orderBy('b.entryDate', 'desc')
          .orderBy('b.enteredAt', 'desc')
          .limit(1)
          .as('e'),
      (join) => join.onTrue(),
    )
    .leftJoin('balanceMark as k', 'k.accountCode', 'a.accountCode');

/** Each account's balance as it was stated, beside what the books say. */
export const balances = defineList(balance.page, stated, (by) => ({
  scope: ({ caller }) => accountsWithin('a.merchant_nos', caller.scope),
  key: 'a.accountId',
  missing: 'ACCOUNT_UNKNOWN',
  filters: {
    paymentCompany: by.is('a.paymentCompany'),
    accountName: by.contains('a.accountName'),
    bankCode: by.is('a.bankCode'),
    entryDate: by.between('e.entryDate'),
    onlyDifferent: (is) => (is ? sql<boolean>`${difference()} <> 0` : null),
    belowLowWater: (is) => (is ? sql<boolean>`coalesce(e.balance_cents, ${booked()}) < k.low_water_cents` : null),
  },
  sorts: { accountName: 'a.accountName', differenceCents: difference(), entryDate: 'e.entryDate' },
  first: [['a.accountName', 'asc']],
  nulls: 'last',
  select: (query) =>
    query
      .leftJoin('appUser as u', 'u.userNo', 'e.enteredBy')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('balanceQuery as b')
            .select(['b.askedAt', 'b.answeredAt', 'b.resultCode', 'b.resultText'])
            .whereRef('b.accountCode', '=', 'a.accountCode')
            .orderBy('b.askedAt', 'desc')
            .limit(1)
            .as('q'),
        (join) => join.onTrue(),
      )
      .select(['q.askedAt', 'q.answeredAt', 'q.resultCode', 'q.resultText', 'e.enteredAt'])
      .select(['a.accountId', 'a.accountCode', 'a.paymentCompany', 'a.accountName', 'a.bankCode'])
      .select(['e.entryDate', 'e.balanceCents', 'e.source', 'u.realName as enteredBy', 'k.lowWaterCents'])
      .select([booked().as('ledgerBalanceCents'), difference().as('differenceCents')]),
  async rows(stored, { db, caller }): Promise<Row[]> {
    const flying = await inFlight(
      db,
      stored.map(({ accountCode }) => accountCode),
    );
    const may = (code: string) => caller.codes.has(`afterLoan:balance:${code}`);
    return stored.map(({ bankCode, balanceCents, askedAt, answeredAt, resultCode, resultText, enteredAt, ...row }) => {
      const fetchStatus = fetchStatusOf({ askedAt, answeredAt, resultCode });
      const actions: Row['allowedActions'] = [];
      if (may('save')) actions.push('enter', 'lowWater');
      if (may('save') && row.paymentCompany === 'MPESA') actions.push('fetch');
      if (may('correct') && balanceCents !== null) actions.push('correct');
      return {
        ...row,
        bankName: bankCode,
        enteredAt: enteredAt?.toISOString() ?? null,
        fetchStatus,
        fetchFault: fetchStatus === 'FAILED' ? resultText : null,
        lastBalanceCents: balanceCents,
        inFlightCents: flying.get(row.accountCode) ?? 0,
        allowedActions: actions,
      };
    });
  },
}));

/** So long an answer may take: M-Pesa gives it in seconds. */
const ANSWER_MS = 60_000;

/** What became of the last question to the channel; null where it was answered with a balance, or never asked. */
function fetchStatusOf(asked: {
  readonly askedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly resultCode: string | null;
}): Row['fetchStatus'] {
  const { askedAt, answeredAt, resultCode } = asked;
  if (askedAt === null) return null;
  if (answeredAt === null) return Date.now() - askedAt.getTime() < ANSWER_MS ? 'WAITING' : 'NO_ANSWER';
  if (resultCode === 'TIMEOUT') return 'NO_ANSWER';
  return Number(resultCode) === 0 ? null : 'FAILED';
}

/** What was stated of accounts, the newest first. */
export const balanceEntries = defineList(
  balance.entryPage,
  (db) => db.selectFrom('balanceEntry as e').innerJoin('moneyAccount as a', 'a.accountCode', 'e.accountCode'),
  (by) => ({
    scope: ({ caller }) => accountsWithin('a.merchant_nos', caller.scope),
    key: 'e.entryNo',
    filters: { accountId: by.is('a.accountId'), entryDate: by.between('e.entryDate') },
    sorts: { enteredAt: 'e.enteredAt' },
    first: [['e.enteredAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('appUser as u', 'u.userNo', 'e.enteredBy')
        .leftJoin('appUser as c', 'c.userNo', 'e.checkerUserNo')
        .leftJoin('balanceEntry as n', 'n.replacesNo', 'e.entryNo')
        .select(['e.entryNo', 'a.accountId', 'e.entryDate', 'e.balanceCents', 'e.source', 'e.remark', 'e.reason'])
        .select(['u.realName as enteredBy', 'e.enteredAt', 'e.replacesNo', 'c.realName as checkerName'])
        .select('n.entryNo as replacedBy'),
    row: ({ replacedBy, enteredAt, ...row }) => ({
      ...row,
      enteredAt: enteredAt.toISOString(),
      isReplaced: replacedBy !== null,
    }),
  }),
);

const DAYS = 30;
const ENTRIES = 100;

/** An account: its balances by day, and what a difference is made of. @throws AppError ACCOUNT_UNKNOWN */
export async function readBalance(accountId: string, call: Call): Promise<ReplyOf<typeof balance.detail>> {
  const row = await balances.one(accountId, call);
  const { db } = call;
  const { accountCode } = row;
  const through = businessDateOf(new Date());
  const { rows: days } = await sql<{ day: string; statedCents: number | null; ledgerCents: number }>`
    SELECT d.day::date AS day,
      (SELECT e.balance_cents FROM balance_entry e WHERE e.account_code = ${accountCode} AND e.entry_date = d.day::date
        AND NOT EXISTS (SELECT FROM balance_entry n WHERE n.replaces_no = e.entry_no)
        ORDER BY e.entered_at DESC LIMIT 1) AS stated_cents,
      (coalesce((SELECT sum(p.amount_cents) FROM bank_sum p WHERE p.account_code = ${accountCode}
          AND p.business_date < ${addDays(through, 1 - DAYS)}::date), 0)
        + coalesce(sum(coalesce(m.cents, 0)) OVER (ORDER BY d.day), 0))::bigint AS ledger_cents
    FROM generate_series(${addDays(through, 1 - DAYS)}::date, ${through}::date, interval '1 day') AS d(day)
    LEFT JOIN (SELECT business_date, sum(amount_cents) AS cents FROM bank_sum
      WHERE account_code = ${accountCode} AND business_date >= ${addDays(through, 1 - DAYS)}::date
      GROUP BY business_date) m ON m.business_date = d.day::date
    ORDER BY d.day`.execute(db);
  const { unmatchedCents } = await db
    .selectFrom('paymentFlow')
    .select(sql<number>`coalesce(sum(writable_cents), 0)::bigint`.as('unmatchedCents'))
    .where('flowStatus', '=', 'UNMATCHED')
    .where('accountCode', '=', accountCode)
    .executeTakeFirstOrThrow();
  const { feeCents } = await db
    .selectFrom('posting as p')
    .innerJoin('journal as j', (join) =>
      join.onRef('j.journalId', '=', 'p.journalId').onRef('j.businessDate', '=', 'p.businessDate'),
    )
    .select(sql<number>`coalesce(-sum(p.amount_cents), 0)::bigint`.as('feeCents'))
    .where('p.accountCode', '=', accountCode)
    .where('p.accountCode', 'like', 'BANK.%')
    .where('j.journalKind', '=', 'CHANNEL_FEE')
    .where('p.businessDate', '=', row.entryDate ?? through)
    .executeTakeFirstOrThrow();
  const { rows: entries } = await balanceEntries.page(
    { filters: { accountId }, sort: null, page: 1, pageSize: ENTRIES },
    call,
  );
  const { inFlightCents, differenceCents } = row;
  return {
    row,
    days,
    parts: {
      inFlightCents,
      unmatchedCents,
      feeCents,
      unexplainedCents: differenceCents === null ? null : unexplainedOf(differenceCents, inFlightCents),
    },
    entries,
  };
}
