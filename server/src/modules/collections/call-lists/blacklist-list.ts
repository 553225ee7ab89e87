import { marketingBlacklist, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { type FileSubject, fileNamesOf } from '../../platform/files/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';

/** Numbers not to be marketed to: the company's, whoever's customer they are. */
export const blacklisted = defineList(
  marketingBlacklist.page,
  (db) => db.selectFrom('marketingBlacklist as b').where('b.rowStatus', '<>', 'DELETED'),
  (by) => ({
    scope: () => null,
    key: 'b.blacklistNo',
    missing: 'BLACKLIST_NOT_FOUND',
    filters: {
      phone: by.is('b.phone'),
      blacklistReason: by.is('b.blacklistReason'),
      blacklistSource: by.is('b.blacklistSource'),
      channel: (channel) => sql<boolean>`${channel} = any(b.channels)`,
      rowStatus: by.is('b.rowStatus'),
      createdBy: by.is('b.createdBy'),
      createdAt: by.days('b.createdAt'),
      expired: (is) => sql<boolean>`(coalesce(b.expire_at, now()) < now()) = ${is}`,
    },
    sorts: { createdAt: 'b.createdAt', expireAt: 'b.expireAt' },
    first: [['b.createdAt', 'desc']],
    nulls: 'last',
    select: (query) =>
      query
        .leftJoin('appUser as u', 'u.userNo', 'b.createdBy')
        .leftJoin('appUser as d', 'd.userNo', 'b.deleteRequestedBy')
        .select(['b.blacklistNo', 'b.phone', 'b.blacklistReason', 'b.channels', 'b.blacklistSource', 'b.rowStatus'])
        .select(['b.expireAt', 'b.remark', 'u.realName as createdByName', 'b.createdAt', 'b.deleteRequestedBy'])
        .select(['d.realName as deleteRequestedByName', 'b.deleteReason'])
        .select(
          sql<string | null>`(select customer_name from customer c where c.phone = b.phone
            order by c.customer_no desc limit 1)`.as('customerName'),
        ),
    row: ({ deleteRequestedBy, ...row }, { caller }): marketingBlacklist.BlacklistRow => {
      const can = (action: string) => caller.codes.has(`telemarketing:blacklist:${action}`);
      const isPending = row.rowStatus === 'DELETE_PENDING';
      const decides = isPending && can('approve') && deleteRequestedBy !== caller.userNo;
      const isKept = row.blacklistReason === 'DECEASED' || row.blacklistReason === 'LEGAL';
      const is = { delete: can('delete') && !isPending && !isKept, approve: decides, keep: decides };
      return {
        ...row,
        rowStatus: isPending ? 'DELETE_PENDING' : 'ACTIVE',
        expireAt: row.expireAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
        allowedActions: (['approve', 'keep', 'delete'] as const).filter((action) => is[action]),
      };
    },
    personal: { phone: 'phone', customerName: 'name' },
  }),
);

/** Who added numbers: agents of any desk. */
export async function readAuthors({ db }: Call): Promise<ReplyOf<typeof marketingBlacklist.authors>> {
  const { rows } = await sql<ReplyOf<typeof marketingBlacklist.authors>[number]>`
    select u.user_no as value, u.real_name as label from app_user u
    where exists (select from marketing_blacklist b where b.created_by = u.user_no and b.row_status <> 'DELETED')
    order by u.real_name, u.user_no limit 500`.execute(db);
  return rows;
}

/** @throws AppError BLACKLIST_NOT_FOUND */
export async function readListed(blacklistNo: string, call: Call): Promise<ReplyOf<typeof marketingBlacklist.detail>> {
  const row = await blacklisted.one(blacklistNo, call);
  const { voucherIds } = await call.db
    .selectFrom('marketingBlacklist')
    .select('voucherIds')
    .where('blacklistNo', '=', blacklistNo)
    .executeTakeFirstOrThrow();
  return {
    row,
    vouchers: await fileNamesOf(call.db, voucherIds),
    history: await readHistory(call.db, 'marketingBlacklist', blacklistNo),
  };
}

export const blacklistedPhone = revealOf(blacklisted, {
  kind: 'marketingBlacklist.phone',
  title: { en: 'Phone on the marketing blacklist', zh: '营销黑名单手机号' },
  field: 'phone',
  access: { code: ['telemarketing:list:phone'] },
  valueOf: ({ phone }) => phone,
});

/** Proofs of a new consent, kept with the number. */
export const consentVouchers: FileSubject = {
  subjectType: 'marketingConsent',
  sees: async (_db, { pages }) =>
    await Promise.resolve(pages.has(marketingBlacklist.MARKETING_BLACKLIST_PAGE.toLowerCase())),
};

export const blacklistedExport = exportOf(blacklisted, {
  kind: 'marketingBlacklist.export',
  title: { en: 'Export of the marketing blacklist', zh: '导出营销黑名单' },
  page: { code: 'telemarketing:blacklist:export' },
  params: marketingBlacklist.exportList.request,
  fileStem: 'marketing-blacklist',
  subjectType: 'marketingBlacklist',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.blacklistNo },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Reason', zh: '原因', of: (row) => row.blacklistReason, codes: 'BLACKLIST_REASON' },
    { en: 'Channels', zh: '渠道', of: (row) => row.channels.join(', ') },
    { en: 'Source', zh: '来源', of: (row) => row.blacklistSource, codes: 'MARKETING_BLACKLIST_SOURCE' },
    { en: 'Status', zh: '状态', of: (row) => row.rowStatus, codes: 'MARKETING_BLACKLIST_STATUS' },
    { en: 'Expires', zh: '到期时间', of: (row) => row.expireAt, isTime: true },
    { en: 'Added by', zh: '新增人', of: (row) => row.createdByName },
    { en: 'Added', zh: '新增时间', of: (row) => row.createdAt, isTime: true },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
  ],
});
