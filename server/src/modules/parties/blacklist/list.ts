import { manualBlacklist, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { admitAddition, defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { fileNamesOf } from '../../platform/files/index.ts';

const state = sql<manualBlacklist.BlacklistRow['blacklistState']>`case when b.removed_at is not null then 'REMOVED'
  when b.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end`;

/** What staff blocked by hand: of one's own merchants, and of all merchants. */
export const manualEntries = defineList(
  manualBlacklist.page,
  (db) => db.selectFrom('manualBlacklist as b'),
  (by) => ({
    scope: ({ caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      return merchantNos && sql<boolean>`(b.merchant_no is null or b.merchant_no = any(${merchantNos}))`;
    },
    key: 'b.entryNo',
    missing: 'BLACKLIST_NOT_FOUND',
    filters: {
      subjectType: by.is('b.subjectType'),
      subjectValue: by.is('b.subjectValue'),
      reasonCode: by.is('b.reasonCode'),
      merchantNo: by.is('b.merchantNo'),
      blacklistSource: by.is('b.blacklistSource'),
      blacklistState: (wanted) => sql<boolean>`${state} = ${wanted}`,
      addedAt: by.days('b.addedAt'),
      expiresAt: by.days('b.expiresAt'),
    },
    sorts: { addedAt: 'b.addedAt', expiresAt: 'b.expiresAt', hits: 'b.hits' },
    first: [['b.addedAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('merchant as m', 'm.merchantNo', 'b.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 'b.addedBy')
        .select(['b.entryNo', 'b.subjectType', 'b.subjectValue', 'b.reasonCode', 'b.note', 'b.merchantNo'])
        .select(['m.merchantName', 'b.blacklistSource', 'u.realName as addedByName', 'b.addedAt', 'b.expiresAt'])
        .select(['b.hits', state.as('blacklistState')])
        .select(
          sql<string | null>`(select c.customer_name from customer c
            where b.subject_type = 'PHONE' and c.phone = b.subject_value
              or b.subject_type = 'ID_CARD_NO' and c.id_card_no = b.subject_value
            order by c.customer_no limit 1)`.as('customerName'),
        ),
    row: ({ addedAt, expiresAt, ...row }, { caller }) => ({
      ...row,
      addedAt: addedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      allowedActions:
        row.blacklistState === 'ACTIVE' && caller.codes.has('merchant:blacklist:remove') ? ['remove' as const] : [],
    }),
    personal: { subjectValue: 'account', customerName: 'name' },
  }),
);

/** @throws AppError BLACKLIST_NOT_FOUND */
export async function readEntry(
  { entryNo }: { readonly entryNo: string },
  call: Call,
): Promise<ReplyOf<typeof manualBlacklist.detail>> {
  const { db } = call;
  const row = await manualEntries.one(entryNo, call);
  const { evidenceIds } = await db
    .selectFrom('manualBlacklist')
    .select('evidenceIds')
    .where('entryNo', '=', entryNo)
    .executeTakeFirstOrThrow();
  const evidence = await fileNamesOf(db, evidenceIds);
  return { row, evidence, history: await readHistory(db, 'manualBlacklist', entryNo) };
}

/** Live entries of a value. */
async function entriesOf(db: Queryable, { subjectType, subjectValue }: ParsedRequestOf<typeof manualBlacklist.check>) {
  return await db
    .selectFrom('manualBlacklist')
    .select(['entryNo', 'reasonCode', 'expiresAt'])
    .where('subjectType', '=', subjectType)
    .where('subjectValue', '=', subjectValue)
    .where('removedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .orderBy('entryNo')
    .execute();
}

/** Whether a value is blocked; recorded as a search is. @throws AppError REVEAL_BUDGET */
export async function checkValue(
  asked: ParsedRequestOf<typeof manualBlacklist.check>,
  { db, caller, services }: Pick<Call, 'db' | 'caller' | 'services'>,
): Promise<ReplyOf<typeof manualBlacklist.check>> {
  const entries = await entriesOf(db, asked);
  const find = () => Promise.resolve(entries[0]?.entryNo ?? null);
  await services.recordSearch({ list: 'manualBlacklist.check', fields: ['subjectValue'], find }, { db, caller });
  return { entries: entries.map(({ expiresAt, ...entry }) => ({ ...entry, expiresAt: expiresAt.toISOString() })) };
}

/** Before an entry is added. @throws AppError REVEAL_BUDGET */
export async function admitAdd(asked: ParsedRequestOf<typeof manualBlacklist.check>, call: CommandCall): Promise<void> {
  const isListed = async () => (await entriesOf(call.db, asked)).length > 0;
  await admitAddition(call, { isListed, check: async () => await checkValue(asked, call) });
}
