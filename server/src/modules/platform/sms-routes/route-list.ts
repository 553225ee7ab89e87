import { marketingSmsRoute, type ReplyOf, smsRoute, smsRoutes } from '@kituo/sdk/contracts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { type CodeWords, exportOf } from '../exports/index.ts';
import { businessDateOf, startOfBusinessDate } from '../policy/index.ts';

type Source = SelectQueryBuilder<Schema & { r: Schema['smsRouteNow'] }, 'r', Record<never, never>>;
type Share = smsRoute.SmsRouteRow['accounts'][number];

const today = () => startOfBusinessDate(businessDateOf(new Date()));

const shares = sql<Share[]>`(select coalesce(json_agg(json_build_object('accountCode', s.value ->> 'accountCode',
    'weight', (s.value ->> 'weight')::int, 'senderId', coalesce(a.sender_id, '-')) order by s.place), '[]'::json)
  from jsonb_array_elements(r.value -> 'accounts') with ordinality as s (value, place)
  left join sms_account a on a.account_code = s.value ->> 'accountCode')`;
const sentToday = () => sql<number>`(select count(*)::int from sms_sending s where s.route_no = r.route_no
  and s.source <> 'TEST' and s.outcome = 'SENT' and s.at >= ${today()})`;
const deliveredPercent = sql<number | null>`(select round(100.0 * count(*) filter (where s.delivery = 'DELIVERED')
  / nullif(count(*), 0))::int from sms_sending s where s.route_no = r.route_no and s.outcome = 'SENT'
  and s.at > now() - interval '1 hour')`;
const optOutPercent = sql<number | null>`(select round(100.0 * count(*) filter (where exists (select
    from contact_block b where b.phone = p.phone and b.block_kind in ('OBJECTED', 'OPT_OUT') and b.set_at >= p.sent_at))
  / nullif(count(*), 0))::int from sms_marketing_recipient p
  where p.route_no = r.route_no and p.sent_at > now() - interval '30 days')`;
const costToday = () => sql<number>`(select coalesce(sum(s.cost_cents), 0)::bigint from sms_sending s
  where s.route_no = r.route_no and s.at >= ${today()})`;

/** What is for every merchant everybody sees. */
const scope = ({ caller }: { readonly caller: Pick<Caller, 'scope'> }) => {
  const seen = merchantsSeen(caller.scope);
  return seen === null ? null : sql<boolean>`(r.merchant_no is null or r.merchant_no = any(${[...seen]}::text[]))`;
};
const usesAccount = (code: string) =>
  sql<boolean>`(coalesce(r.value ->> 'failoverAccountCode', '') ilike '%' || ${code} || '%'
    or exists (select from jsonb_array_elements(r.value -> 'accounts') as s (value)
      where s.value ->> 'accountCode' ilike '%' || ${code} || '%'))`;
const sends = (senderId: string) => sql<boolean>`exists (select from jsonb_array_elements(r.value -> 'accounts')
  as s (value) join sms_account a on a.account_code = s.value ->> 'accountCode'
  where a.sender_id ilike '%' || ${senderId} || '%')`;

const columns = (query: Source) =>
  query
    .leftJoin('merchant as m', 'm.merchantNo', 'r.merchantNo')
    .select(['r.routeNo', 'r.subjectNo', 'r.smsKind', 'r.merchantNo', 'm.merchantName', 'r.network', 'r.value'])
    .select(['r.versionNo', 'r.hasOpenVersion', 'r.routeStatus', 'r.failoverUntil', 'r.version'])
    .select([shares.as('accounts'), sentToday().as('sentToday'), deliveredPercent.as('deliveredPercent')]);

/** Whoever sees not all merchants changes no route of all. */
const mayChange = ({ scope: seen }: Caller, merchantNo: string | null) => merchantNo !== null || seen === 'all';

const hasFailover = (value: smsRoutes.SmsRouteValue | null) => (value?.failoverAccountCode ?? null) !== null;

/** Null once it is over. */
const stillUntil = (until: Date | null): string | null =>
  until !== null && until.getTime() > Date.now() ? until.toISOString() : null;

const settingsOf = (value: smsRoutes.SmsRouteValue | null) => ({
  failoverAccountCode: value?.failoverAccountCode ?? null,
  failoverAfterSeconds: value?.failoverAfterSeconds ?? null,
  dailyCap: value?.dailyCap ?? null,
});

export const smsRouteList = defineList(
  smsRoute.page,
  (db) => db.selectFrom('smsRouteNow as r').where('r.smsKind', '<>', 'MARKETING'),
  (by) => ({
    scope,
    key: 'r.routeNo',
    missing: 'SMS_ROUTE_NOT_FOUND',
    filters: {
      smsKind: by.is('r.smsKind'),
      merchantNo: by.is('r.merchantNo'),
      network: by.is('r.network'),
      accountCode: usesAccount,
      routeStatus: by.is('r.routeStatus'),
    },
    sorts: { routeNo: 'r.routeNo', sentToday: sentToday() },
    first: [['r.routeNo', 'asc']],
    select: (query) => columns(query),
    row: ({ value: held, ...row }, { caller }): smsRoute.SmsRouteRow => {
      const failoverUntil = stillUntil(row.failoverUntil);
      const value = held === null ? null : smsRoutes.smsRouteValue.parse(held);
      const may = caller.codes.has('operation:smsRouter:save') && mayChange(caller, row.merchantNo);
      return {
        ...row,
        ...settingsOf(value),
        failoverUntil,
        value,
        allowedActions: [
          ...(may && !row.hasOpenVersion ? (['save'] as const) : []),
          ...(may && row.routeStatus === 'ENABLED' ? (['testSend'] as const) : []),
          ...(may && row.routeStatus === 'ENABLED' && hasFailover(value) && failoverUntil === null
            ? (['failover'] as const)
            : []),
          ...(may && failoverUntil !== null ? (['failoverEnd'] as const) : []),
        ],
      };
    },
  }),
);

export const marketingRouteList = defineList(
  marketingSmsRoute.page,
  (db) => db.selectFrom('smsRouteNow as r').where('r.smsKind', '=', 'MARKETING'),
  (by) => ({
    scope,
    key: 'r.routeNo',
    missing: 'SMS_ROUTE_NOT_FOUND',
    filters: {
      merchantNo: by.is('r.merchantNo'),
      network: by.is('r.network'),
      accountCode: usesAccount,
      senderId: sends,
      routeStatus: by.is('r.routeStatus'),
    },
    sorts: { routeNo: 'r.routeNo', sentToday: sentToday() },
    first: [['r.routeNo', 'asc']],
    select: (query) => columns(query).select([optOutPercent.as('optOutPercent'), costToday().as('costTodayCents')]),
    row: ({ value: held, ...row }, { caller }): marketingSmsRoute.MarketingRouteRow => {
      const value = held === null ? null : smsRoutes.marketingRouteValue.parse(held);
      const may = caller.codes.has('operation:marketingSmsRouter:save') && mayChange(caller, row.merchantNo);
      return {
        ...row,
        ...settingsOf(value),
        failoverUntil: stillUntil(row.failoverUntil),
        value,
        senderId: [...new Set(row.accounts.map(({ senderId }) => senderId))].join(', '),
        windowStart: value?.windowStart ?? null,
        windowEnd: value?.windowEnd ?? null,
        perPhonePerDay: value?.perPhonePerDay ?? null,
        perPhonePerWeek: value?.perPhonePerWeek ?? null,
        allowedActions: [
          ...(may && !row.hasOpenVersion ? (['save'] as const) : []),
          ...(may && row.routeStatus !== 'DISABLED' ? (['testSend'] as const) : []),
          ...(may && row.routeStatus === 'ENABLED' ? (['pause'] as const) : []),
          ...(may && row.routeStatus === 'PAUSED' ? (['resume'] as const) : []),
        ],
      };
    },
  }),
);

/** What each account did for a route since 00:00 EAT. */
export async function sharesOf(db: Queryable, routeNo: string) {
  const { rows } = await sql<ReplyOf<typeof smsRoute.detail>['shares'][number]>`
    select account_code, count(*) filter (where outcome = 'SENT')::int as sent,
      count(*) filter (where delivery = 'DELIVERED')::int as delivered,
      count(*) filter (where outcome <> 'SENT' or delivery = 'FAILED')::int as failed,
      sum(cost_cents)::bigint as cost_cents
    from sms_sending where route_no = ${routeNo} and at >= ${today()} group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

const KIND: CodeWords = {
  VERIFICATION: ['Verification', '验证码'],
  SERVICE: ['Service', '服务'],
  REMINDER: ['Reminder', '提醒'],
  COLLECTION: ['Collection', '催收'],
  MARKETING: ['Marketing', '营销'],
};
const STATUS: CodeWords = {
  ENABLED: ['Enabled', '启用'],
  PAUSED: ['Paused', '已暂停'],
  DISABLED: ['Disabled', '停用'],
};
const accountsText = (row: { readonly accounts: readonly Share[] }) =>
  row.accounts.map(({ accountCode, weight }) => `${accountCode} ${weight}%`).join(', ');

export const smsRouteExport = exportOf(smsRouteList, {
  kind: 'smsRoutes.export',
  title: { en: 'Export of SMS routes', zh: '导出短信路由' },
  page: smsRoute.exportList.access.page,
  params: smsRoute.exportList.request,
  fileStem: 'sms-routes',
  subjectType: 'smsRoute',
  columns: [
    { en: 'Route', zh: '路由编号', of: (row) => row.routeNo },
    { en: 'Kind', zh: '短信类型', of: (row) => row.smsKind, codes: KIND },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Network', zh: '网络', of: (row) => row.network },
    { en: 'Accounts', zh: '账户', of: accountsText },
    { en: 'Failover', zh: '备用账户', of: (row) => row.failoverAccountCode },
    { en: 'Daily limit', zh: '每日上限', of: (row) => row.dailyCap },
    { en: 'Sent today', zh: '今日发送', of: (row) => row.sentToday },
    { en: 'Delivered (%)', zh: '送达率（%）', of: (row) => row.deliveredPercent },
    { en: 'Status', zh: '状态', of: (row) => row.routeStatus, codes: STATUS },
  ],
});

export const marketingRouteExport = exportOf(marketingRouteList, {
  kind: 'marketingSmsRoutes.export',
  title: { en: 'Export of marketing SMS routes', zh: '导出营销短信路由' },
  page: marketingSmsRoute.exportList.access.page,
  params: marketingSmsRoute.exportList.request,
  fileStem: 'marketing-sms-routes',
  subjectType: 'smsRoute',
  columns: [
    { en: 'Route', zh: '路由编号', of: (row) => row.routeNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Network', zh: '网络', of: (row) => row.network },
    { en: 'Accounts', zh: '账户', of: accountsText },
    { en: 'From', zh: '开始时间', of: (row) => row.windowStart },
    { en: 'To', zh: '结束时间', of: (row) => row.windowEnd },
    { en: 'Per phone a day', zh: '每号每日', of: (row) => row.perPhonePerDay },
    { en: 'Per phone a week', zh: '每号每周', of: (row) => row.perPhonePerWeek },
    { en: 'Daily limit', zh: '每日上限', of: (row) => row.dailyCap },
    { en: 'Sent today', zh: '今日发送', of: (row) => row.sentToday },
    { en: 'Opted out (%)', zh: '退订率（%）', of: (row) => row.optOutPercent },
    { en: 'Cost today (KES)', zh: '今日费用（KES）', of: (row) => (row.costTodayCents / 100).toFixed(2) },
    { en: 'Status', zh: '状态', of: (row) => row.routeStatus, codes: STATUS },
  ],
});
