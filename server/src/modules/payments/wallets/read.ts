import type { wallet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { maskPhone, maskText } from '../../platform/masking/index.ts';
import { walletWithdrawalMachine } from '../../lending/payouts/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';

function matching(db: Queryable, caller: Caller, filters: wallet.WithdrawalFilters) {
  const merchantNos = merchantsSeen(caller.scope);
  const { withdrawNo, customerNo, phone, customerName, withdrawStatus: states } = filters;
  const { failCode, createFrom, createTo, amountCents } = filters;
  return db
    .selectFrom('walletWithdrawal as w')
    .innerJoin('customer as c', 'c.customerNo', 'w.customerNo')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payoutAttempt as a')
          .select(['a.failCode', 'a.failReason', 'a.attemptCount'])
          .where('a.subjectType', '=', 'WITHDRAWAL')
          .whereRef('a.subjectNo', '=', 'w.withdrawNo')
          .orderBy('a.attemptCount', 'desc')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .$if(merchantNos !== null, (query) => query.where(sql<boolean>`w.merchant_no = any(${merchantNos})`))
    .$if(!!withdrawNo, (query) => query.where('w.withdrawNo', '=', withdrawNo ?? ''))
    .$if(!!customerNo, (query) => query.where('w.customerNo', '=', customerNo ?? ''))
    .$if(phone !== undefined, (query) => query.where('c.phone', '=', phone ?? ''))
    .$if(!!customerName, (query) => query.where('c.customerName', 'ilike', anywhere(customerName ?? '')))
    .$if((states?.length ?? 0) > 0, (query) => query.where('w.withdrawStatus', 'in', states ?? []))
    .$if(!!failCode, (query) => query.where('p.failCode', '=', failCode ?? ''))
    .$if(amountCents !== undefined, (query) => query.where('w.amountCents', '=', amountCents ?? 0))
    .$if(createFrom !== undefined, (query) => query.where('w.createTime', '>=', startOfBusinessDate(createFrom ?? '')))
    .$if(createTo !== undefined, (query) =>
      query.where('w.createTime', '<', startOfBusinessDate(addDays(createTo ?? '', 1))),
    );
}

async function rowsOf(
  query: ReturnType<typeof matching>,
  { codes, isMasked }: Caller,
): Promise<wallet.WithdrawalRow[]> {
  const rows = await query
    .selectAll('w')
    .select(['c.customerName', 'c.phone', 'p.failCode', 'p.failReason', 'p.attemptCount'])
    .execute();
  return rows.map(({ payeeName: _, ...row }) => ({
    ...row,
    customerName: isMasked ? maskText(row.customerName) : row.customerName,
    phone: maskPhone(row.phone),
    eWalletAccount: maskPhone(row.eWalletAccount),
    attemptCount: row.attemptCount ?? 0,
    createTime: row.createTime.toISOString(),
    successTime: row.successTime?.toISOString() ?? null,
    allowedActions: allowedActions(walletWithdrawalMachine, row.withdrawStatus)
      .filter((action) => action === 'retry' || action === 'cancel')
      .filter((action) => codes.has(`afterLoan:walletWithdrawal:${action}`)),
  }));
}

interface Range<Field extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: { readonly field: Field; readonly direction: 'asc' | 'desc' } | null;
}

/** A page of the withdrawals that match. */
export async function findWithdrawals(
  db: Queryable,
  caller: Caller,
  request: Range<'createTime' | 'amountCents'> & { readonly filters: wallet.WithdrawalFilters },
) {
  const { filters, sort, page, pageSize } = request;
  const found = matching(db, caller, filters);
  const { field, direction } = sort ?? { field: 'createTime', direction: 'desc' };
  const rows = await rowsOf(
    found
      .orderBy(`w.${field}`, direction)
      .orderBy('w.withdrawNo', direction)
      .offset((page - 1) * pageSize)
      .limit(pageSize),
    caller,
  );
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return listed(rows, counted?.total ?? 0);
}

function listed<Row>(rows: Row[], total: number) {
  return {
    rows,
    ...countedTo(total),
  };
}

/** A withdrawal with its journals. @throws AppError WITHDRAWAL_NOT_FOUND */
export async function readWithdrawal(db: Queryable, caller: Caller, withdrawNo: string) {
  const [row] = await rowsOf(matching(db, caller, { withdrawNo }), caller);
  if (!row) throw new AppError('WITHDRAWAL_NOT_FOUND');
  const journals = await db
    .selectFrom('journal')
    .select('journalId')
    .where('causeNo', 'in', (eb) =>
      eb
        .selectFrom('payoutAttempt')
        .select('attemptNo')
        .where('subjectType', '=', 'WITHDRAWAL')
        .where('subjectNo', '=', withdrawNo),
    )
    .orderBy('journalId')
    .execute();
  return { row, journalIds: journals.map(({ journalId }) => journalId) };
}

type RewardRequest = (typeof wallet.rewardPage.request)['_zod']['output'];

/** A page of the rewards that match. */
export async function findRewards(db: Queryable, caller: Caller, request: RewardRequest) {
  const { filters, sort, page, pageSize } = request;
  const { rewardNo, rewardType, customerNo, phone, amountCents, grantFrom, grantTo } = filters;
  const merchantNos = merchantsSeen(caller.scope);
  let found = db.selectFrom('walletReward as r').innerJoin('customer as c', 'c.customerNo', 'r.customerNo');
  if (merchantNos) found = found.where(sql<boolean>`r.merchant_no = any(${merchantNos})`);
  if (rewardNo) found = found.where('r.rewardNo', '=', rewardNo);
  if (rewardType) found = found.where('r.rewardType', '=', rewardType);
  if (customerNo) found = found.where('r.customerNo', '=', customerNo);
  if (phone) found = found.where('c.phone', '=', phone);
  if (amountCents !== undefined) found = found.where('r.amountCents', '=', amountCents);
  if (grantFrom) found = found.where('r.grantTime', '>=', startOfBusinessDate(grantFrom));
  if (grantTo) found = found.where('r.grantTime', '<', startOfBusinessDate(addDays(grantTo, 1)));
  const { field, direction } = sort ?? { field: 'grantTime', direction: 'desc' };
  const rows = await found
    .select(['r.rewardNo', 'r.merchantNo', 'r.customerNo', 'c.customerName', 'r.rewardType'])
    .select(['r.inviteePhone', 'r.sourceOrderNo', 'r.amountCents', 'r.walletBalanceCents'])
    .select('r.grantTime')
    .orderBy(`r.${field}`, direction)
    .orderBy('r.rewardNo', direction)
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return listed(
    rows.map((row) => ({
      ...row,
      customerName: caller.isMasked ? maskText(row.customerName) : row.customerName,
      inviteePhone: row.inviteePhone === null ? null : maskPhone(row.inviteePhone),
      grantTime: row.grantTime.toISOString(),
    })),
    counted?.total ?? 0,
  );
}

const SHOWN = 500;

/** What a wallet has, and why. @throws AppError CUSTOMER_NOT_FOUND */
export async function readStatement(db: Queryable, caller: Caller, customerNo: string) {
  const found = await db
    .selectFrom('wallet')
    .select(['customerNo', 'merchantNo', 'balanceCents', 'heldCents'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) {
    throw new AppError('CUSTOMER_NOT_FOUND');
  }
  const lines = await db
    .selectFrom('posting as p')
    .innerJoin('journal as j', (join) =>
      join.onRef('j.journalId', '=', 'p.journalId').onRef('j.businessDate', '=', 'p.businessDate'),
    )
    .select(['j.journalId', 'j.businessDate', 'j.journalKind as kind', 'j.reversesId', 'j.causeNo'])
    .select(sql<number>`-p.amount_cents`.as('amountCents'))
    .select(sql<number>`(-sum(p.amount_cents) over (order by p.journal_id))::bigint`.as('balanceCents'))
    .where('p.accountCode', '=', 'WALLET_LIABILITY')
    .where('p.customerNo', '=', customerNo)
    .orderBy('p.journalId', 'desc')
    .limit(SHOWN)
    .execute();
  const { balanceCents, heldCents } = found;
  return { customerNo, balanceCents, heldCents, lines: lines.toReversed() };
}
