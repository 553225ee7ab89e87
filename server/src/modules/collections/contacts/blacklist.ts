import { contactBlacklist, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call, Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { readHistory } from '../../platform/audit/index.ts';

const REMOVE = 'merchant:contactBlacklist:remove';
const AUDIT = 'merchant:blacklist:audit';
/** Taken off by whoever decides such requests alone. */
const GRAVE: ReadonlySet<string> = new Set(['DEATH', 'COMPLAINT']);

export const mayRemove = ({ codes }: Caller, blockKind: string): boolean =>
  codes.has(REMOVE) && (!GRAVE.has(blockKind) || codes.has(AUDIT));

const books = sql<string | null>`coalesce(b.merchant_no, c.merchant_no)`;
// One that somebody lifted was removed; one whose end passed expired, whether or not another took its place.
const status = sql<contactBlacklist.ContactBlacklistRow['blacklistStatus']>`case
  when b.lifted_by is not null then 'REMOVED' when b.expires_at <= now() or b.lifted_at is not null then 'EXPIRED'
  else 'ACTIVE' end`;

/** Numbers and customers that must not be contacted, as staff keep them. */
export const blacklist = defineList(
  contactBlacklist.page,
  (db) => db.selectFrom('contactBlock as b').leftJoin('customer as c', 'c.customerNo', 'b.customerNo'),
  (by) => ({
    scope: ({ caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      return merchantNos && sql<boolean>`${books} = any(${merchantNos})`;
    },
    key: 'b.blockId',
    missing: 'CONTACT_BLOCK_NOT_FOUND',
    filters: {
      phone: (phone) => (eb) => eb.or([eb('b.phone', '=', phone), eb('c.phone', '=', phone)]),
      blockKind: by.is('b.blockKind'),
      blockScope: (scope) => sql<boolean>`${scope} = any(b.block_scopes)`,
      merchantNo: (merchantNo) => sql<boolean>`${books} = ${merchantNo}`,
      blacklistStatus: (wanted) => sql<boolean>`${status} = ${wanted}`,
      blockSource: by.is('b.blockSource'),
      addedAt: by.days('b.setAt'),
    },
    sorts: { addedAt: 'b.setAt', expiresAt: 'b.expiresAt' },
    first: [['b.setAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('merchant as m', (join) => join.on('m.merchantNo', '=', books))
        .leftJoin('appUser as s', 's.userNo', 'b.setBy')
        .leftJoin('appUser as l', 'l.userNo', 'b.liftedBy')
        .select(['b.blockId', 'b.blockKind', books.as('merchantNo'), 'm.merchantName', 'b.customerNo', 'b.phone'])
        .select(['b.blockScopes', 'b.note', 'b.feedbackNo', 'b.blockSource', 's.realName as addedByName'])
        .select(['b.setAt', 'b.expiresAt', 'l.realName as removedByName', status.as('blacklistStatus')])
        .select([
          sql<number>`case when b.customer_no is not null then 1 else
            (select count(*) from customer k where k.phone = b.phone) +
            (select count(distinct p.customer_no) from contact_party p where p.phone = b.phone) end`.as(
            'linkedCustomers',
          ),
          sql<number>`(select count(*) from contact_attempt a where a.phone = coalesce(b.phone, c.phone)
            and a.attempted_at >= b.set_at and a.refused_for = 'CONTACT_' || b.block_kind)`.as('attemptsBlocked'),
        ]),
    row: ({ blockId, setAt, expiresAt, ...row }, { caller }) => ({
      ...row,
      blockId: String(blockId),
      addedAt: setAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      allowedActions: row.blacklistStatus === 'ACTIVE' && mayRemove(caller, row.blockKind) ? ['remove' as const] : [],
    }),
    personal: { phone: 'phone' },
  }),
);

/** What of blocked contacts is masked, in full for those who hold the page. */
export const contactBlockReveals = rowReveals(blacklist, {
  name: 'contactBlock',
  title: { en: 'blocked contacts', zh: '联系限制' },
  page: contactBlacklist.page,
  fields: { phone: 'phone' },
});

/** A blocked number with what it refused. @throws AppError CONTACT_BLOCK_NOT_FOUND */
export async function readBlacklisted(
  { blockId }: { readonly blockId: string },
  call: Call,
): Promise<ReplyOf<typeof contactBlacklist.detail>> {
  const { db } = call;
  const row = await blacklist.one(blockId, call);
  const attempts = await db
    .selectFrom('contactBlock as b')
    .leftJoin('customer as c', 'c.customerNo', 'b.customerNo')
    .innerJoin('contactAttempt as a', (join) => join.on(sql<boolean>`a.phone = coalesce(b.phone, c.phone)`))
    .leftJoin('appUser as u', 'u.userNo', 'a.userNo')
    .select(['a.attemptId', 'a.attemptedAt', 'a.purpose', 'a.channel', 'u.realName as byName'])
    .where('b.blockId', '=', Number(blockId))
    .whereRef('a.attemptedAt', '>=', 'b.setAt')
    .where(sql<boolean>`a.refused_for = 'CONTACT_' || b.block_kind`)
    .orderBy('a.attemptedAt', 'desc')
    .limit(50)
    .execute();
  return {
    row,
    attempts: attempts.map(({ attemptedAt, ...one }) => ({ ...one, attemptedAt: attemptedAt.toISOString() })),
    history: await readHistory(db, 'contactBlock', blockId),
  };
}
