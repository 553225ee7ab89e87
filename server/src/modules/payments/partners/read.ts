import type { ParsedRequestOf, partner } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { partnerDayMachine } from './partner-day.machine.ts';

type Request = ParsedRequestOf<typeof partner.page>;

const CODES = {
  save: 'supermarket:review:save',
  confirm: 'supermarket:review:confirm',
  reopen: 'supermarket:review:confirm',
  settle: 'supermarket:review:settle',
} as const;

function matching(db: Queryable, { scope }: Caller, filters: Request['filters']) {
  const merchantNos = merchantsSeen(scope);
  const { platformCode, marketProductNo, bizFrom, bizTo, reviewSource, dayStatus } = filters;
  let found = db.selectFrom('partnerDay as d');
  if (merchantNos) found = found.where(sql<boolean>`d.merchant_no = any(${merchantNos})`);
  if (platformCode) found = found.where('d.platformCode', '=', platformCode);
  if (marketProductNo) found = found.where('d.marketProductNo', '=', marketProductNo);
  if (bizFrom) found = found.where('d.bizDate', '>=', bizFrom);
  if (bizTo) found = found.where('d.bizDate', '<=', bizTo);
  if (reviewSource) found = found.where('d.reviewSource', '=', reviewSource);
  if (dayStatus?.length) found = found.where('d.dayStatus', 'in', dayStatus);
  if (filters.differenceOnly) found = found.whereRef('d.partnerApplied', '<>', 'd.ourApplied');
  return found;
}

async function rowsOf(query: ReturnType<typeof matching>, { codes }: Caller): Promise<partner.PartnerDayRow[]> {
  const rows = await query
    .innerJoin('partnerProduct as p', 'p.marketProductNo', 'd.marketProductNo')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'd.platformCode')
    .selectAll('d')
    .select(['p.productName', 'f.platformName'])
    .execute();
  return rows.map(({ savedBy: _, confirmedAt: __, journalId: ___, ...row }) => ({
    ...row,
    difference: row.partnerApplied - row.ourApplied,
    allowedActions: allowedActions(partnerDayMachine, row.dayStatus).filter((action) => codes.has(CODES[action])),
  }));
}

/** A page of the days that match. */
export async function findDays(db: Queryable, caller: Caller, request: Request) {
  const { filters, sort, page, pageSize } = request;
  const found = matching(db, caller, filters);
  const { field, direction } = sort ?? { field: 'bizDate', direction: 'desc' };
  const rows = await rowsOf(
    found
      .orderBy(`d.${field}`, direction)
      .orderBy('d.partnerDayNo', direction)
      .offset((page - 1) * pageSize)
      .limit(pageSize),
    caller,
  );
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return { rows, total: counted?.total ?? 0, totalIsExact: true };
}

/** A day with its journals. @throws AppError PARTNER_DAY_NOT_FOUND */
export async function readDay(db: Queryable, caller: Caller, partnerDayNo: string) {
  const found = matching(db, caller, {}).where('d.partnerDayNo', '=', partnerDayNo);
  const [row] = await rowsOf(found, caller);
  if (!row) throw new AppError('PARTNER_DAY_NOT_FOUND');
  const journals = await db
    .selectFrom('journal')
    .select('journalId')
    .where('causeType', '=', 'PARTNER_DAY')
    .where('causeNo', '=', partnerDayNo)
    .orderBy('journalId')
    .execute();
  return { row, journalIds: journals.map(({ journalId }) => journalId) };
}
