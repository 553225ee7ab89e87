import { appUpdate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';

const ACTIONS = {
  DRAFT: ['publish', 'save'],
  PUBLISHED: ['rollout', 'withdraw'],
  WITHDRAWN: ['publish'],
} as const;
const CODES = { save: 'save', publish: 'publish', rollout: 'publish', withdraw: 'withdraw' } as const;

/** Of the release `t`'s app. */
const seenInstalls = sql`app_install i where i.merchant_no = t.merchant_no and i.os = t.os
  and i.last_seen_at > now() - interval '30 days'`;

export const releases = defineList(
  appUpdate.page,
  (db) => db.selectFrom('appRelease as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.releaseNo',
    filters: {
      merchantNo: by.is('t.merchantNo'),
      os: by.is('t.os'),
      versionName: by.contains('t.versionName'),
      updateType: by.is('t.updateType'),
      appVersionStatus: by.is('t.appVersionStatus'),
      publishedAt: by.days('t.publishedAt'),
    },
    sorts: { versionCode: 't.versionCode', publishedAt: 't.publishedAt' },
    first: [['t.versionCode', 'desc']],
    nulls: 'last',
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .leftJoin('appUser as u', 'u.userNo', 't.publishedBy')
        .selectAll('t')
        .select(['m.merchantName', 'u.realName as publishedByName'])
        .select([
          sql<number | null>`(select round(100.0 * count(*) filter (where i.version_code >= t.version_code)
            / nullif(count(*), 0))::int from ${seenInstalls})`.as('adoptionPercent'),
          sql<number>`(select count(*)::int from ${seenInstalls} and i.version_code < case
            when t.update_type = 'FORCED' then t.version_code else t.min_supported_version_code end)`.as(
            'stoppedInstalls',
          ),
        ]),
    row: ({ publishedBy: _by, publishedAt, ...stored }, { caller }): appUpdate.ReleaseRow => ({
      ...stored,
      publishedAt: publishedAt?.toISOString() ?? null,
      allowedActions: ACTIONS[stored.appVersionStatus].filter(
        (action) =>
          caller.codes.has(`operation:appUpdate:${CODES[action]}`) &&
          (action !== 'rollout' || stored.rolloutPercent < 100),
      ),
    }),
  }),
);

const TYPE: CodeWords = { OPTIONAL: ['Optional', '可选'], FORCED: ['Forced', '强制'], SILENT: ['Silent', '静默'] };
const STATUS: CodeWords = {
  DRAFT: ['Draft', '草稿'],
  PUBLISHED: ['Published', '已发布'],
  WITHDRAWN: ['Withdrawn', '已撤回'],
};

export const releaseExport = exportOf(releases, {
  kind: 'appReleases.export',
  title: { en: 'Export of app versions', zh: '导出 App 版本' },
  page: appUpdate.APP_UPDATE_PAGE,
  params: appUpdate.exportList.request,
  fileStem: 'app-versions',
  subjectType: 'appRelease',
  columns: [
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'System', zh: '系统', of: (row) => row.os },
    { en: 'Version', zh: '版本', of: (row) => row.versionName },
    { en: 'Code', zh: '版本号', of: (row) => row.versionCode },
    { en: 'Update', zh: '更新方式', of: (row) => row.updateType, codes: TYPE },
    { en: 'Rollout (%)', zh: '灰度（%）', of: (row) => row.rolloutPercent },
    { en: 'Adoption (%)', zh: '采用率（%）', of: (row) => row.adoptionPercent },
    { en: 'Status', zh: '状态', of: (row) => row.appVersionStatus, codes: STATUS },
    { en: 'Published', zh: '发布时间', of: (row) => row.publishedAt, isTime: true },
  ],
});
