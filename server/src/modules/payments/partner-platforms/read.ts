import { partnerPlatform, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { maskEmail } from '../../platform/masking/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { logoUrl } from '../market-products/index.ts';
import { healthOf } from './health.ts';

type Row = partnerPlatform.PlatformRow;

const dueThisMonth = () =>
  sql<number>`coalesce((select sum(d.due_cents)::bigint from partner_day d where d.platform_code = f.platform_code
    and d.day_status <> 'OPEN' and d.biz_date >= date_trunc('month', ${businessDateOf(new Date())}::date)), 0)`;

/** Partners whose books are the caller's merchants'. */
export const partnerPlatformList = defineList(
  partnerPlatform.page,
  (db) => db.selectFrom('partnerPlatform as f').innerJoin('merchant as m', 'm.merchantNo', 'f.merchantNo'),
  (by) => ({
    scope: by.ofMerchants('f.merchantNo'),
    key: 'f.platformCode',
    filters: {
      platformCode: by.contains('f.platformCode'),
      platformName: by.contains('f.platformName'),
      settlementMode: by.is('f.settlementMode'),
      platformStatus: (status) => (eb) => eb('f.isEnabled', '=', status === 'ENABLED'),
      licenceExpiresOn: by.between('f.licenceExpiresOn'),
    },
    sorts: {
      platformName: 'f.platformName',
      licenceExpiresOn: 'f.licenceExpiresOn',
      dueThisMonthCents: dueThisMonth(),
      lastCallbackAt: 'f.lastCallbackAt',
    },
    first: [['f.platformName', 'asc']],
    select: (query) =>
      query
        .selectAll('f')
        .select(['m.merchantName', dueThisMonth().as('dueThisMonthCents')])
        .select([
          sql<number>`(select count(*)::int from partner_product p
            where p.platform_code = f.platform_code and p.product_status = 'ON_SHELF')`.as('productCount'),
          sql<boolean>`exists (select from partner_key k where k.platform_code = f.platform_code)`.as('hasKey'),
          sql<boolean>`exists (select from change_request q where q.subject_no = f.platform_code
            and q.kind in ('partnerPlatform.save', 'partnerPlatform.enable')
            and q.change_state = 'PENDING')`.as('hasWaitingChange'),
        ]),
    row: ({ isEnabled, callbackPassedAt, lastCallbackAt, lastCallAt: _, ...row }, { caller }): Row => {
      const may = (code: string) => caller.codes.has(`operation:supermarketPlatform:${code}`);
      const is = {
        enable: may('enable') && !isEnabled && !row.hasWaitingChange,
        update: may('save') && !row.hasWaitingChange,
        testCallback: may('save'),
        rotateSecret: may('save'),
        disable: may('enable') && isEnabled,
      };
      return {
        ...row,
        logoUrl: isEnabled ? logoUrl(row.logo) : null,
        contactEmail: row.contactEmail === '-' ? '-' : maskEmail(row.contactEmail),
        isLicenceExpired: row.licenceExpiresOn < businessDateOf(new Date()),
        isCallbackPassed: callbackPassedAt !== null,
        lastCallbackAt: lastCallbackAt?.toISOString() ?? null,
        platformStatus: isEnabled ? 'ENABLED' : 'DISABLED',
        allowedActions: partnerPlatform.platformAction.options.filter((action) => is[action]),
      };
    },
  }),
);

/** What a partner's months came to, the newest first. */
export async function statementOf(db: Queryable, platformCode: string) {
  const { rows } = await sql<ReplyOf<typeof partnerPlatform.apiStatement>['statement'][number]>`
    select to_char(biz_date, 'YYYY-MM') as month, count(*)::int as days, sum(approved)::int as approved,
      sum(disbursed_cents)::bigint as disbursed_cents, sum(due_cents)::bigint as due_cents,
      coalesce(sum(due_cents) filter (where day_status = 'PAID'), 0)::bigint as paid_cents
    from partner_day where platform_code = ${platformCode} and day_status <> 'OPEN'
    group by 1 order by 1 desc limit 12`.execute(db);
  return rows;
}

/** @throws AppError NOT_FOUND */
export async function readPlatform(
  { platformCode }: { readonly platformCode: string },
  call: Call,
): Promise<ReplyOf<typeof partnerPlatform.detail>> {
  const { db } = call;
  const row = await partnerPlatformList.one(platformCode, call);
  const products = await db
    .selectFrom('partnerProduct')
    .select(['marketProductNo', 'productName', 'productStatus'])
    .where('platformCode', '=', platformCode)
    .orderBy('productName')
    .execute();
  const keys = await db
    .selectFrom('partnerKey as k')
    .innerJoin('appUser as u', 'u.userNo', 'k.createdBy')
    .select(['k.keyId', 'k.keyTail', 'u.realName as createdByName', 'k.createdAt', 'k.validUntil'])
    .where('k.platformCode', '=', platformCode)
    .orderBy('k.createdAt', 'desc')
    .limit(20)
    .execute();
  const callbacks = await db
    .selectFrom('partnerCallback')
    .select(['callbackId', 'event', 'sentAt', 'tookMs', 'replyStatus', 'fault', 'body', 'signature', 'replayOf'])
    .where('platformCode', '=', platformCode)
    .orderBy('callbackId', 'desc')
    .limit(20)
    .execute();
  return {
    row,
    products,
    keys: keys.map(({ createdAt, validUntil, ...key }) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      validUntil: validUntil?.toISOString() ?? null,
    })),
    callbacks: callbacks.map(({ sentAt, ...one }) => ({ ...one, sentAt: sentAt.toISOString() })),
    statement: await statementOf(db, platformCode),
    health: await healthOf(db, platformCode, new Date()),
    history: await readHistory(db, 'partnerPlatform', platformCode),
  };
}
