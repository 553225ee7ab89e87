import { type ParsedRequestOf, type ReplyOf, riskList } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { admitAddition, defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';

const status = sql<riskList.RiskListRow['listStatus']>`case when e.removed_at is not null then 'REMOVED'
  when e.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end`;

/** Entries of the lists, which are the lender's own: whoever has the page sees all. */
export const riskEntries = defineList(
  riskList.page,
  (db) => db.selectFrom('riskListEntry as e'),
  (by) => ({
    scope: () => null,
    key: 'e.entryNo',
    missing: 'BLACKLIST_NOT_FOUND',
    filters: {
      listType: by.is('e.listType'),
      listCode: by.is('e.listCode'),
      subjectType: by.is('e.subjectType'),
      subjectValue: by.is('e.subjectValue'),
      listSource: by.is('e.listSource'),
      merchantNo: (no) => sql<boolean>`(e.merchant_nos = '{}' or ${no} = any(e.merchant_nos))`,
      listStatus: (wanted) => sql<boolean>`${status} = ${wanted}`,
      addedAt: by.days('e.addedAt'),
      expiresAt: by.days('e.expiresAt'),
      entryNo: by.is('e.entryNo'),
      isIdle: (is) => sql<boolean>`(${status} = 'ACTIVE' and e.added_at < now() - interval '1 year'
        and coalesce(e.last_hit_at, '-infinity') < now() - interval '1 year') = ${is}`,
    },
    sorts: { addedAt: 'e.addedAt', expiresAt: 'e.expiresAt', hits: 'e.hits' },
    first: [['e.addedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('appUser as u', 'u.userNo', 'e.addedBy')
        .innerJoin('riskList as l', 'l.listCode', 'e.listCode')
        .select(['l.listCode', 'l.listName'])
        .select(['e.entryNo', 'e.listType', 'e.subjectType', 'e.subjectValue', 'e.note', 'e.listSource'])
        .select(['u.realName as addedByName', 'e.addedAt', 'e.expiresAt', 'e.hits', 'e.lastHitAt'])
        .select(status.as('listStatus'))
        .select(
          sql<string[]>`array(select m.merchant_name from merchant m where m.merchant_no = any(e.merchant_nos)
            order by 1)`.as('merchantNames'),
        )
        .select(
          sql<string | null>`(select c.customer_name from customer c
            where e.subject_type = 'PHONE' and c.phone = e.subject_value
              or e.subject_type = 'ID_CARD_NO' and c.id_card_no = e.subject_value
            order by c.customer_no limit 1)`.as('customerName'),
        ),
    row: ({ addedAt, expiresAt, lastHitAt, ...row }, { caller }) => ({
      ...row,
      addedAt: addedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastHitAt: lastHitAt?.toISOString() ?? null,
      allowedActions: row.listStatus === 'ACTIVE' && caller.codes.has('risk:list:remove') ? ['remove' as const] : [],
    }),
    personal: { subjectValue: 'account', customerName: 'name' },
  }),
);

/** The last applications, and other entries of the person, that are shown of an entry. */
const SHOWN = 20;

/** @throws AppError BLACKLIST_NOT_FOUND */
export async function readEntry(
  { entryNo }: { readonly entryNo: string },
  call: Call,
): Promise<ReplyOf<typeof riskList.detail>> {
  const row = await riskEntries.one(entryNo, call);
  const hits = await call.db
    .selectFrom('riskListEntry as own')
    .innerJoin('riskListEntry as e', (join) =>
      join.onRef('own.subjectType', '=', 'e.subjectType').onRef('own.subjectValue', '=', 'e.subjectValue'),
    )
    .innerJoin('riskListHit as h', 'h.entryNo', 'e.entryNo')
    .innerJoin('riskList as l', 'l.listCode', 'e.listCode')
    .select(['h.orderNo', 'h.happenedAt', 'e.entryNo', 'l.listName'])
    .where('own.entryNo', '=', entryNo)
    .orderBy('h.hitId', 'desc')
    .limit(SHOWN)
    .execute();
  const others = await call.db
    .selectFrom('riskListEntry as e')
    .innerJoin('riskListEntry as own', (join) =>
      join.onRef('own.subjectType', '=', 'e.subjectType').onRef('own.subjectValue', '=', 'e.subjectValue'),
    )
    .innerJoin('riskList as l', 'l.listCode', 'e.listCode')
    .select(['e.entryNo', 'e.listType', 'l.listName', 'e.listSource', 'e.note', 'e.addedAt', 'e.expiresAt', 'e.hits'])
    .select(status.as('listStatus'))
    .where('own.entryNo', '=', entryNo)
    .where('e.entryNo', '<>', entryNo)
    .orderBy('e.addedAt', 'desc')
    .orderBy('e.entryNo', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    row,
    others: others.map(({ addedAt, expiresAt, ...other }) => ({
      ...other,
      addedAt: addedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    orders: hits.map(({ happenedAt, ...met }) => ({ ...met, happenedAt: happenedAt.toISOString() })),
    history: await readHistory(call.db, 'riskList', entryNo),
  };
}

/** Live entries of a value. */
async function entriesOf(db: Queryable, { subjectType, subjectValue }: ParsedRequestOf<typeof riskList.check>) {
  return await db
    .selectFrom('riskListEntry as e')
    .innerJoin('riskList as l', 'l.listCode', 'e.listCode')
    .select(['e.entryNo', 'e.listType', 'l.listName', 'e.expiresAt'])
    .where('e.subjectType', '=', subjectType)
    .where('e.subjectValue', '=', subjectValue)
    .where('e.removedAt', 'is', null)
    .where('e.expiresAt', '>', new Date())
    .execute();
}

/** The list that holds a value; recorded as a search is. @throws AppError REVEAL_BUDGET */
export async function checkValue(
  asked: ParsedRequestOf<typeof riskList.check>,
  { db, caller, services }: Pick<Call, 'db' | 'caller' | 'services'>,
): Promise<ReplyOf<typeof riskList.check>> {
  const entries = await entriesOf(db, asked);
  const find = () => Promise.resolve(entries[0]?.entryNo ?? null);
  await services.recordSearch({ list: 'riskList.check', fields: ['subjectValue'], find }, { db, caller });
  return { entries: entries.map(({ expiresAt, ...entry }) => ({ ...entry, expiresAt: expiresAt.toISOString() })) };
}

/** Before an entry is added. @throws AppError REVEAL_BUDGET */
export async function admitAdd(asked: ParsedRequestOf<typeof riskList.check>, call: CommandCall): Promise<void> {
  const isListed = async () => (await entriesOf(call.db, asked)).length > 0;
  await admitAddition(call, { isListed, check: async () => await checkValue(asked, call) });
}
