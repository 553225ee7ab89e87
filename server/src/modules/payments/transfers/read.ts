import { sql } from 'kysely';
import { type ReplyOf, transfer } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { readPosted } from '../../platform/ledger/index.ts';
import type { CashTransfer } from './store.ts';
import { availableOn } from './transfers.ts';

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
    copy: (state === 'REJECTED' || state === 'GIVEN_UP') && can('submit'),
  };
  const order = ['giveUp', 'approve', 'reject', 'release', 'releaseAgain', 'copy'] as const;
  return order.filter((action) => is[action]);
}

/** Since when somebody, or the channel, has to act. */
function waitingSince({ transferStatus, applyTime, auditTime, releaseTime }: CashTransfer): Date | null {
  if (transferStatus === 'SUBMITTED') return applyTime;
  if (transferStatus === 'APPROVED') return auditTime;
  return transferStatus === 'RELEASING' || transferStatus === 'FAILED' ? releaseTime : null;
}

const ordered = (db: Queryable) =>
  db.selectFrom('cashTransfer as t').leftJoin('payoutAttempt as p', (join) =>
    join
      .on('p.subjectType', '=', 'TRANSFER')
      .onRef('p.subjectNo', '=', 't.transferNo')
      .on(
        sql<boolean>`p.attempt_count = (select max(n.attempt_count) from payout_attempt n
          where n.subject_type = 'TRANSFER' and n.subject_no = t.transfer_no)`,
      ),
  );

/** Money between our own accounts, and back to payers. */
export const transfers = defineList(transfer.page, ordered, (by) => ({
  scope: by.ofMerchants('t.merchantNo'),
  key: 't.transferNo',
  missing: 'TRANSFER_NOT_FOUND',
  filters: {
    transferNo: by.is('t.transferNo'),
    transferType: by.is('t.transferType'),
    transferStatus: by.is('t.transferStatus'),
    releaseStatus: (status) => (eb) =>
      status === 'IN_PROGRESS' ? eb('p.attemptStatus', 'in', ['CREATED', 'SENT']) : eb('p.attemptStatus', '=', status),
    sourceAccountId: by.is('t.sourceAccountCode'),
    targetAccountId: by.is('t.targetAccountCode'),
    flowNo: by.is('t.flowNo'),
    amountCents: by.between('t.amountCents'),
    applyTime: by.days('t.applyTime'),
    // Who asks for their own gets these, whoever else is named.
    applicantUserNo: (userNo, _, { mine }) => (mine ? null : (eb) => eb('t.applicantUserNo', '=', userNo)),
    auditorUserNo: by.is('t.auditorUserNo'),
    mine: (is, { caller }) => (is ? (eb) => eb('t.applicantUserNo', '=', caller.userNo) : null),
    waitingOver: (hours) => sql<boolean>`case t.transfer_status when 'SUBMITTED' then t.apply_time
      when 'APPROVED' then t.audit_time when 'RELEASING' then t.release_time when 'FAILED' then t.release_time
      end < now() - make_interval(hours => ${hours})`,
  },
  sorts: { applyTime: 't.applyTime', amountCents: 't.amountCents' },
  first: [['t.applyTime', 'desc']],
  select: (query) =>
    query
      .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
      .innerJoin('account as s', 's.accountCode', 't.sourceAccountCode')
      .innerJoin('appUser as a', 'a.userNo', 't.applicantUserNo')
      .leftJoin('appUser as c', 'c.userNo', 't.auditorUserNo')
      .leftJoin('appUser as r', 'r.userNo', 't.releaserUserNo')
      .selectAll('t')
      .select([
        'm.merchantName',
        's.nameEn as sourceAccountName',
        'a.realName as applicantName',
        'r.realName as releaserName',
      ])
      .select(['c.realName as auditorName', 'p.attemptStatus', 'p.attemptCount', 'p.failReason']),
  row: (row, { caller }) => ({
    transferNo: row.transferNo,
    merchantNo: row.merchantNo,
    merchantName: row.merchantName,
    transferType: row.transferType,
    sourceAccountId: row.sourceAccountCode,
    sourceAccountName: row.sourceAccountName,
    targetAccountId: row.targetAccountCode,
    flowNo: row.flowNo,
    // An account of our own has no phone, and no person's name.
    payeeName: row.payeePhone !== null && caller.isMasked ? maskName(row.payeeName) : row.payeeName,
    payeeAccount: row.payeePhone,
    amountCents: row.amountCents,
    sourceBalanceCents: null,
    purpose: row.purpose,
    transferStatus: row.transferStatus,
    releaseStatus: releaseOf(row.attemptStatus),
    attemptCount: row.attemptCount ?? 0,
    failReason: row.failReason,
    applicantName: row.applicantName,
    auditorName: row.auditorName,
    releaserName: row.releaserName,
    auditRemark: row.auditRemark,
    applyTime: row.applyTime.toISOString(),
    auditTime: row.auditTime?.toISOString() ?? null,
    releaseTime: row.releaseTime?.toISOString() ?? null,
    successTime: row.successTime?.toISOString() ?? null,
    waitingSince: waitingSince(row)?.toISOString() ?? null,
    version: row.version,
    allowedActions: actionsOn(caller, row),
  }),
  personal: { payeeAccount: 'phone' },
}));

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

/** A transfer with its hold, journals and trail. @throws AppError TRANSFER_NOT_FOUND */
export async function readTransfer(transferNo: string, call: Call): Promise<ReplyOf<typeof transfer.detail>> {
  const { db, lang } = call;
  const [row] = await withBalances(db, [await transfers.one(transferNo, call)]);
  if (!row) throw new AppError('TRANSFER_NOT_FOUND');
  const { voucherIds } = await db
    .selectFrom('cashTransfer')
    .select('voucherIds')
    .where('transferNo', '=', transferNo)
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('subjectType', '=', 'TRANSFER')
    .where('subjectNo', '=', transferNo)
    .execute();
  const causes = [
    { type: 'TRANSFER', no: transferNo },
    ...attempts.map(({ attemptNo: no }) => ({ type: 'PAYOUT', no })),
  ];
  return {
    row,
    vouchers: await fileNamesOf(db, voucherIds),
    flow: row.flowNo === null ? null : await holdOf(db, row.flowNo),
    journals: await readPosted(db, causes, lang),
    history: await readHistory(db, 'transfer', transferNo),
  };
}

async function holdOf(db: Queryable, flowNo: string) {
  const { repayTime, ...flow } = await db
    .selectFrom('paymentFlow')
    .select(['paymentCode', 'repayTime', 'amountCents', 'writableCents', 'heldCents'])
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
  return { ...flow, repayTime: repayTime.toISOString() };
}
