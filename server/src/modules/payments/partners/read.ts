import { partner } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { partnerDayMachine } from './partner-day.machine.ts';

const CODES = {
  save: 'supermarket:review:save',
  confirm: 'supermarket:review:confirm',
  reopen: 'supermarket:review:confirm',
  settle: 'supermarket:review:settle',
} as const;

/** What partners and we say of a product's day. */
export const partnerDays = defineList(
  partner.page,
  (db) => db.selectFrom('partnerDay as d'),
  (by) => ({
    scope: by.ofMerchants('d.merchantNo'),
    key: 'd.partnerDayNo',
    missing: 'PARTNER_DAY_NOT_FOUND',
    filters: {
      platformCode: by.is('d.platformCode'),
      marketProductNo: by.is('d.marketProductNo'),
      bizDate: by.between('d.bizDate'),
      reviewSource: by.is('d.reviewSource'),
      dayStatus: by.is('d.dayStatus'),
      differenceOnly: (is) => (is ? (eb) => eb('d.partnerApplied', '<>', eb.ref('d.ourApplied')) : null),
    },
    sorts: { bizDate: 'd.bizDate', dueCents: 'd.dueCents' },
    first: [['d.bizDate', 'desc']],
    select: (query) =>
      query
        .innerJoin('partnerProduct as p', 'p.marketProductNo', 'd.marketProductNo')
        .innerJoin('partnerPlatform as f', 'f.platformCode', 'd.platformCode')
        .selectAll('d')
        .select(['p.productName', 'f.platformName']),
    row: ({ savedBy: _, confirmedAt: __, journalId: ___, ...row }, { caller }) => ({
      ...row,
      difference: row.partnerApplied - row.ourApplied,
      allowedActions: allowedActions(partnerDayMachine, row.dayStatus).filter((action) =>
        caller.codes.has(CODES[action]),
      ),
    }),
  }),
);

/** A day with its journals and its history. @throws AppError PARTNER_DAY_NOT_FOUND */
export async function readDay(partnerDayNo: string, call: Call) {
  const row = await partnerDays.one(partnerDayNo, call);
  const journals = await call.db
    .selectFrom('journal')
    .select('journalId')
    .where('causeType', '=', 'PARTNER_DAY')
    .where('causeNo', '=', partnerDayNo)
    .orderBy('journalId')
    .execute();
  // Sent on before midnight, reported after it: the days beside count as well.
  const { rows: unknown } = await sql<{ readonly partnerReference: string }>`
    select r.partner_reference from partner_reference r join partner_day d using (partner_day_no)
    where r.partner_day_no = ${partnerDayNo} and not exists (
      select from market_event e where e.market_product_no = d.market_product_no and e.event_kind = 'APPLIED'
        and e.partner_reference = r.partner_reference and e.biz_date between d.biz_date - 1 and d.biz_date + 1)
    order by 1 limit 200`.execute(call.db);
  const history = await readHistory(call.db, 'partnerDay', partnerDayNo);
  return {
    row,
    journalIds: journals.map(({ journalId }) => journalId),
    unknownReferences: unknown.map(({ partnerReference }) => partnerReference),
    history,
  };
}

/** Partner products whose income is in the books of the caller's merchants. */
export async function productsSeen({ db, caller }: Call) {
  const merchantNos = merchantsSeen(caller.scope);
  return await db
    .selectFrom('partnerProduct as p')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
    .select(['p.marketProductNo', 'p.productName', 'p.platformCode', 'f.platformName'])
    .$if(merchantNos !== null, (query) => query.where('f.merchantNo', 'in', [...(merchantNos ?? []), '']))
    .orderBy('f.platformName')
    .orderBy('p.productName')
    .execute();
}
