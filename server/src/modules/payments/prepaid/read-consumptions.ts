import type { prepaid } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { listed } from './read-recharges.ts';

function matching(db: Queryable, { scope }: Caller, filters: prepaid.ConsumptionFilters) {
  const merchantNos = merchantsSeen(scope);
  const { merchantNo, consumptionType, recordNo, orderNo, consumptionStatus: states } = filters;
  const { consumedFrom, consumedTo, amountFromCents, amountToCents } = filters;
  let found = db.selectFrom('merchantConsumption as r');
  if (merchantNos) found = found.where(sql<boolean>`r.merchant_no = any(${merchantNos})`);
  if (merchantNo) found = found.where('r.merchantNo', '=', merchantNo);
  if (consumptionType) found = found.where('r.consumptionType', '=', consumptionType);
  if (recordNo) found = found.where('r.recordNo', '=', recordNo);
  if (orderNo) found = found.where('r.orderNo', '=', orderNo);
  if (states?.length) found = found.where('r.consumptionStatus', 'in', states);
  if (consumedFrom) found = found.where('r.consumedAt', '>=', startOfBusinessDate(consumedFrom));
  if (consumedTo) {
    found = found.where('r.consumedAt', '<', startOfBusinessDate(addDays(consumedTo, 1)));
  }
  if (amountFromCents !== undefined) found = found.where('r.amountCents', '>=', amountFromCents);
  if (amountToCents !== undefined) found = found.where('r.amountCents', '<=', amountToCents);
  return found;
}

async function rowsOf(
  query: ReturnType<typeof matching>,
  { userNo, codes }: Caller,
): Promise<prepaid.ConsumptionRow[]> {
  const rows = await query
    .innerJoin('merchant as m', 'm.merchantNo', 'r.merchantNo')
    .leftJoin('loanOrder as o', 'o.orderNo', 'r.orderNo')
    .leftJoin('customer as cu', 'cu.customerNo', 'o.customerNo')
    .leftJoin('appUser as a', 'a.userNo', 'r.applicantUserNo')
    .leftJoin('appUser as c', 'c.userNo', 'r.auditorUserNo')
    .select(['r.recordNo', 'r.merchantNo', 'm.merchantName', 'r.consumptionType', 'r.quantity'])
    .select(['r.unitPriceCents', 'r.amountCents', 'r.balanceAfterCents', 'r.orderNo', 'cu.phone'])
    .select(['r.consumedAt', 'r.consumptionStatus', 'r.reverseReason', 'r.reverseRemark'])
    .select(['a.realName as applicantName', 'c.realName as auditorName', 'r.auditRemark'])
    .select(['r.version', 'r.applicantUserNo'])
    .execute();
  return rows.map(({ applicantUserNo, ...row }) => {
    const isWaiting = row.consumptionStatus === 'REVERSING';
    const mayDecide = isWaiting && applicantUserNo !== userNo && codes.has('merchant:recharge:audit');
    const is = {
      reverse: row.consumptionStatus === 'CHARGED' && codes.has('merchant:consumption:reverse'),
      approve: mayDecide,
      reject: mayDecide,
    };
    return {
      ...row,
      phone: row.phone === null ? null : maskPhone(row.phone),
      consumedAt: row.consumedAt.toISOString(),
      allowedActions: (['reverse', 'approve', 'reject'] as const).filter((action) => is[action]),
    };
  });
}

type Request = (typeof prepaid.consumptionPage.request)['_zod']['output'];

/** A page of the charges that match. */
export async function findConsumptions(db: Queryable, caller: Caller, request: Request) {
  const { filters, sort, page, pageSize } = request;
  const found = matching(db, caller, filters);
  const { field, direction } = sort ?? { field: 'consumedAt', direction: 'desc' };
  const rows = await rowsOf(
    found
      .orderBy(`r.${field}`, direction)
      .orderBy('r.recordNo', direction)
      .offset((page - 1) * pageSize)
      .limit(pageSize),
    caller,
  );
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return listed(rows, counted?.total ?? 0);
}

/** Totals of the charges that match. Cents. */
export async function sumConsumptions(db: Queryable, caller: Caller, filters: prepaid.ConsumptionFilters) {
  const rows = await matching(db, caller, filters)
    .select(['r.consumptionType', sql<number>`count(*)`.as('records')])
    .select(sql<number>`sum(r.amount_cents)::bigint`.as('amountCents'))
    .select(
      sql<number>`coalesce(sum(r.amount_cents) filter
      (where r.consumption_status = 'REVERSED'), 0)::bigint`.as('reversedCents'),
    )
    .groupBy('r.consumptionType')
    .orderBy('r.consumptionType')
    .execute();
  const sum = (field: 'records' | 'amountCents' | 'reversedCents') =>
    rows.reduce((total, row) => total + row[field], 0);
  return {
    records: sum('records'),
    amountCents: sum('amountCents'),
    reversedCents: sum('reversedCents'),
    byType: rows.map(({ reversedCents: _, ...row }) => row),
  };
}

/** A charge with its journals. @throws AppError CONSUMPTION_NOT_FOUND */
export async function readConsumption(db: Queryable, caller: Caller, recordNo: string) {
  const [row] = await rowsOf(matching(db, caller, { recordNo }), caller);
  if (!row) throw new AppError('CONSUMPTION_NOT_FOUND');
  const journals = await db
    .selectFrom('merchantConsumption as r')
    .innerJoin('journal as j', (join) =>
      join.on((eb) =>
        eb.or([eb('j.journalId', '=', eb.ref('r.journalId')), eb('j.reversesId', '=', eb.ref('r.journalId'))]),
      ),
    )
    .select('j.journalId')
    .where('r.recordNo', '=', recordNo)
    .orderBy('j.journalId')
    .execute();
  return { row, journalIds: journals.map(({ journalId }) => journalId) };
}
