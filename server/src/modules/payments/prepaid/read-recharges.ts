import type { prepaid } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskText } from '../../platform/masking/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';

export const listed = <Row>(rows: Row[], total: number) => ({
  rows,
  ...countedTo(total),
});

type Request = (typeof prepaid.rechargePage.request)['_zod']['output'];

function matching(db: Queryable, { scope }: Caller, filters: Request['filters']) {
  const merchantNos = merchantsSeen(scope);
  const { rechargeStatus: states, paidFrom, paidTo } = filters;
  let found = db.selectFrom('merchantRecharge as r');
  if (merchantNos) found = found.where(sql<boolean>`r.merchant_no = any(${merchantNos})`);
  if (filters.merchantNo) found = found.where('r.merchantNo', '=', filters.merchantNo);
  if (filters.rechargeNo) found = found.where('r.rechargeNo', '=', filters.rechargeNo);
  if (filters.paymentCode) found = found.where('r.paymentCode', '=', filters.paymentCode);
  if (filters.paymentChannel) found = found.where('r.paymentChannel', '=', filters.paymentChannel);
  if (filters.applicantUserNo) {
    found = found.where('r.applicantUserNo', '=', filters.applicantUserNo);
  }
  if (states?.length) found = found.where('r.rechargeStatus', 'in', states);
  if (paidFrom) found = found.where('r.paidAt', '>=', startOfBusinessDate(paidFrom));
  if (paidTo) found = found.where('r.paidAt', '<', startOfBusinessDate(addDays(paidTo, 1)));
  return found;
}

async function rowsOf(query: ReturnType<typeof matching>, caller: Caller): Promise<prepaid.RechargeRow[]> {
  const rows = await query
    .innerJoin('merchant as m', 'm.merchantNo', 'r.merchantNo')
    .innerJoin('appUser as a', 'a.userNo', 'r.applicantUserNo')
    .leftJoin('appUser as c', 'c.userNo', 'r.auditorUserNo')
    .selectAll('r')
    .select(['m.merchantName', 'a.realName as applicantName', 'c.realName as auditorName'])
    .execute();
  return rows.map(({ applicantUserNo, auditorUserNo: _, reversedAt: __, journalId: ___, ...row }) => {
    const mayDecide = applicantUserNo !== caller.userNo && caller.codes.has('merchant:recharge:audit');
    const is = {
      approve: row.rechargeStatus === 'PENDING' && mayDecide,
      reject: row.rechargeStatus === 'PENDING' && mayDecide,
      reverse: row.rechargeStatus === 'APPROVED' && caller.codes.has('merchant:recharge:reverse'),
    };
    return {
      ...row,
      payerAccount: maskText(row.payerAccount),
      paidAt: row.paidAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
      auditedAt: row.auditedAt?.toISOString() ?? null,
      allowedActions: (['approve', 'reject', 'reverse'] as const).filter((action) => is[action]),
    };
  });
}

/** A page of the recharges that match. */
export async function findRecharges(db: Queryable, caller: Caller, request: Request) {
  const { filters, sort, page, pageSize } = request;
  const found = matching(db, caller, filters);
  const { field, direction } = sort ?? { field: 'createdAt', direction: 'desc' };
  const rows = await rowsOf(
    found
      .orderBy(`r.${field}`, direction)
      .orderBy('r.rechargeNo', direction)
      .offset((page - 1) * pageSize)
      .limit(pageSize),
    caller,
  );
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return listed(rows, counted?.total ?? 0);
}

/** A recharge with its journals and the payment of the same serial number. @throws AppError RECHARGE_NOT_FOUND */
export async function readRecharge(db: Queryable, caller: Caller, rechargeNo: string) {
  const [row] = await rowsOf(matching(db, caller, { rechargeNo }), caller);
  if (!row) throw new AppError('RECHARGE_NOT_FOUND');
  const journals = await db
    .selectFrom('journal')
    .select('journalId')
    .where('causeType', '=', 'RECHARGE')
    .where('causeNo', '=', rechargeNo)
    .orderBy('journalId')
    .execute();
  const flow = await db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'amountCents'])
    .where('paymentChannel', '=', row.paymentChannel)
    .where('paymentCode', '=', row.paymentCode)
    .where('merchantNo', '=', row.merchantNo)
    .executeTakeFirst();
  return { row, journalIds: journals.map(({ journalId }) => journalId), flow: flow ?? null };
}
