import { sql } from 'kysely';
import type { transfer } from '@kituo/sdk/contracts';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskPhone, maskText } from '../../platform/masking/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { availableOn } from './transfers.ts';

function matching(db: Queryable, scope: DataScope, filters: transfer.TransferFilters, ownUserNo: string) {
  let query = db.selectFrom('cashTransfer as t').leftJoin('payoutAttempt as p', (join) =>
    join
      .on('p.subjectType', '=', 'TRANSFER')
      .onRef('p.subjectNo', '=', 't.transferNo')
      .on(
        sql<boolean>`p.attempt_count = (select max(n.attempt_count) from payout_attempt n
          where n.subject_type = 'TRANSFER' and n.subject_no = t.transfer_no)`,
      ),
  );
  const merchantNos = merchantsSeen(scope);
  if (merchantNos) query = query.where(sql<boolean>`t.merchant_no = any(${merchantNos})`);
  const same = {
    transferNo: filters.transferNo,
    transferType: filters.transferType,
    sourceAccountCode: filters.sourceAccountId,
    targetAccountCode: filters.targetAccountId,
    flowNo: filters.flowNo,
    amountCents: filters.amountCents,
    applicantUserNo: filters.mine ? ownUserNo : filters.applicantUserNo,
    auditorUserNo: filters.auditorUserNo,
  };
  for (const [column, value] of Object.entries(same)) {
    if (value !== undefined && value !== '') {
      query = query.where(sql<boolean>`${sql.ref(`t.${column}`)} = ${value}`);
    }
  }
  const { transferStatus: states, releaseStatus } = filters;
  if (states && states.length > 0) query = query.where('t.transferStatus', 'in', states);
  if (releaseStatus === 'IN_PROGRESS') query = query.where('p.attemptStatus', 'in', ['CREATED', 'SENT']);
  else if (releaseStatus !== undefined) query = query.where('p.attemptStatus', '=', releaseStatus);
  if (filters.applyFrom) {
    query = query.where('t.applyTime', '>=', startOfBusinessDate(filters.applyFrom));
  }
  if (filters.applyTo) {
    query = query.where('t.applyTime', '<', startOfBusinessDate(addDays(filters.applyTo, 1)));
  }
  return query;
}

type Matching = ReturnType<typeof matching>;

async function rowsOf(found: Matching, caller: Caller): Promise<transfer.TransferRow[]> {
  const rows = await found
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .innerJoin('account as s', 's.accountCode', 't.sourceAccountCode')
    .innerJoin('appUser as a', 'a.userNo', 't.applicantUserNo')
    .leftJoin('appUser as c', 'c.userNo', 't.auditorUserNo')
    .selectAll('t')
    .select(['m.merchantName', 's.nameEn as sourceAccountName', 'a.realName as applicantName'])
    .select(['c.realName as auditorName', 'p.attemptStatus', 'p.attemptCount', 'p.failReason'])
    .execute();
  return rows.map((row) => ({
    transferNo: row.transferNo,
    merchantNo: row.merchantNo,
    merchantName: row.merchantName,
    transferType: row.transferType,
    sourceAccountId: row.sourceAccountCode,
    sourceAccountName: row.sourceAccountName,
    targetAccountId: row.targetAccountCode,
    flowNo: row.flowNo,
    payeeName: row.payeePhone !== null && caller.isMasked ? maskText(row.payeeName) : row.payeeName,
    payeeAccount: row.payeePhone === null ? null : maskPhone(row.payeePhone),
    amountCents: row.amountCents,
    sourceBalanceCents: null,
    purpose: row.purpose,
    transferStatus: row.transferStatus,
    releaseStatus: releaseOf(row.attemptStatus),
    attemptCount: row.attemptCount ?? 0,
    failReason: row.failReason,
    applicantName: row.applicantName,
    auditorName: row.auditorName,
    auditRemark: row.auditRemark,
    applyTime: row.applyTime.toISOString(),
    auditTime: row.auditTime?.toISOString() ?? null,
    releaseTime: row.releaseTime?.toISOString() ?? null,
    successTime: row.successTime?.toISOString() ?? null,
    version: row.version,
    allowedActions: actionsOn(caller, row),
  }));
}

function releaseOf(
  status: 'CREATED' | 'SENT' | 'SUCCESS' | 'FAILED' | 'UNKNOWN' | null,
): transfer.TransferRow['releaseStatus'] {
  return status === 'CREATED' || status === 'SENT' ? 'IN_PROGRESS' : status;
}

function actionsOn(
  caller: Caller,
  {
    transferStatus: state,
    applicantUserNo,
  }: Pick<transfer.TransferRow, 'transferStatus'> & { readonly applicantUserNo: string },
): transfer.TransferRow['allowedActions'] {
  const isOwn = applicantUserNo === caller.userNo;
  const can = (action: string): boolean => caller.codes.has(`charge:transfer:${action}`);
  const is = {
    giveUp: isOwn && state === 'SUBMITTED' && can('giveUp'),
    approve: !isOwn && state === 'SUBMITTED' && can('audit'),
    reject: !isOwn && state === 'SUBMITTED' && can('audit'),
    release: !isOwn && state === 'APPROVED' && can('payout'),
    releaseAgain: !isOwn && state === 'FAILED' && can('payout'),
  };
  const order = ['giveUp', 'approve', 'reject', 'release', 'releaseAgain'] as const;
  return order.filter((action) => is[action]);
}

export interface TransferList {
  readonly filters: transfer.TransferFilters;
  readonly sort: { readonly field: 'applyTime' | 'amountCents'; readonly direction: 'asc' | 'desc' } | null;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the transfers that match. */
export async function findTransfers(db: Queryable, caller: Caller, request: TransferList) {
  const { filters, sort, page, pageSize } = request;
  const found = matching(db, caller.scope, filters, caller.userNo);
  const { field, direction } = sort ?? { field: 'applyTime', direction: 'desc' };
  const rows = await rowsOf(
    found
      .orderBy(`t.${field}`, direction)
      .orderBy('t.transferNo', direction)
      .offset((page - 1) * pageSize)
      .limit(pageSize),
    caller,
  );
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const total = counted?.total ?? 0;
  return { rows, ...countedTo(total) };
}

/** Adds what each source has; accounts are few. */
export async function withBalances(
  db: Queryable,
  rows: readonly transfer.TransferRow[],
): Promise<transfer.TransferRow[]> {
  const known = new Map<string, number>();
  for (const { merchantNo, sourceAccountId: sourceAccountCode } of rows) {
    const key = `${merchantNo} ${sourceAccountCode}`;
    if (!known.has(key)) known.set(key, await availableOn(db, { merchantNo, sourceAccountCode }));
  }
  return rows.map((row) => ({
    ...row,
    sourceBalanceCents: known.get(`${row.merchantNo} ${row.sourceAccountId}`) ?? null,
  }));
}

/** A transfer with its attempts and journals. @throws AppError TRANSFER_NOT_FOUND */
export async function readTransfer(db: Queryable, caller: Caller, transferNo: string) {
  const [row] = await rowsOf(matching(db, caller.scope, { transferNo }, caller.userNo), caller);
  if (!row) throw new AppError('TRANSFER_NOT_FOUND');
  const { voucherIds } = await db
    .selectFrom('cashTransfer')
    .select('voucherIds')
    .where('transferNo', '=', transferNo)
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('payoutAttempt')
    .select(['attemptNo', 'attemptCount', 'attemptStatus', 'channelReference', 'failReason'])
    .select(['createdAt', 'finishedAt'])
    .where('subjectType', '=', 'TRANSFER')
    .where('subjectNo', '=', transferNo)
    .orderBy('attemptCount', 'desc')
    .execute();
  const causes = [transferNo, ...attempts.map(({ attemptNo }) => attemptNo)];
  const journals = await db
    .selectFrom('journal')
    .select('journalId')
    .where('causeNo', 'in', causes)
    .orderBy('journalId')
    .execute();
  return {
    row,
    voucherIds,
    attempts: attempts.map(({ createdAt, finishedAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    })),
    journalIds: journals.map(({ journalId }) => journalId),
  };
}
