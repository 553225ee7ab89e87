import { type ParsedRequestOf, type ReplyOf, taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { Reading } from '../../../lists/index.ts';
import {
  configAt,
  type ConfigFamily,
  openVersions,
  refuseStrangeMerchant,
} from '../../platform/configuration/index.ts';
import { listExport } from '../../platform/exports/index.ts';

type Rule = taskAward.PointsRule;

/** Nobody earns points before a merchant says so; those that an activity gives are kept a year. */
const INITIAL: Rule = { pointsPer100: 0, expiryDays: 365, pointsPerShilling: 10 };

/** How a merchant's customers earn points by paying on time, how long they keep them and what they are worth. */
export const pointsFamily: ConfigFamily<Rule> = {
  key: taskAward.POINTS_KEY,
  title: { en: 'Points', zh: '积分' },
  value: taskAward.pointsRule,
  isPerSubject: true,
  isSeveralADay: true,
  access: {
    see: { page: taskAward.templates.access.page },
    save: 'operation:activity:save',
    decide: 'operation:config:audit',
  },
  initial: async () => await Promise.resolve(INITIAL),
  check: refuseStrangeMerchant,
};

export async function pointsAt(db: Queryable, merchantNo: string, at: Date): Promise<Rule> {
  return (await configAt(db, pointsFamily, at, merchantNo)).value ?? INITIAL;
}

interface Known {
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly outstandingPoints: number;
  readonly customers: number;
}

/** Every merchant with its rule and the points that its customers keep; there are a few dozen at most. */
async function pointsFor({ merchantNo }: taskAward.PointsFilters, { db, caller }: Reading) {
  const now = new Date();
  const seen = merchantsSeen(caller.scope);
  const { rows } = await sql<Known>`
    SELECT m.merchant_no, m.merchant_name, coalesce(sum(e.points_left), 0)::int AS outstanding_points,
      count(DISTINCT e.customer_no)::int AS customers
    FROM merchant m LEFT JOIN point_earning e ON e.merchant_no = m.merchant_no AND e.points_left > 0 AND e.expires_at > ${now}
    WHERE m.is_enabled AND (${seen}::text[] IS NULL OR m.merchant_no = ANY(${seen}::text[]))
      AND (${merchantNo ?? null}::text IS NULL OR m.merchant_no = ${merchantNo ?? null})
    GROUP BY 1, 2 ORDER BY m.merchant_name, m.merchant_no`.execute(db);
  const open = await openVersions(
    db,
    pointsFamily.key,
    rows.map((row) => row.merchantNo),
  );
  const maySave = caller.codes.has('operation:activity:save');
  const found: taskAward.PointsRow[] = [];
  for (const row of rows) {
    const { value, versionNo } = await configAt(db, pointsFamily, now, row.merchantNo);
    const openVersion = open.get(row.merchantNo);
    const isOpen = openVersion?.versionStatus === 'DRAFT' || openVersion?.versionStatus === 'PENDING';
    found.push({
      ...row,
      ...(value ?? INITIAL),
      versionNo,
      openStatus: openVersion?.versionStatus ?? null,
      allowedActions: maySave && !isOpen ? ['save'] : [],
    });
  }
  return found;
}

export async function pageOfPoints(
  { filters, page, pageSize }: ParsedRequestOf<typeof taskAward.pointsPage>,
  reading: Reading,
): Promise<ReplyOf<typeof taskAward.pointsPage>> {
  const all = await pointsFor(filters, reading);
  const before = (page - 1) * pageSize;
  return { rows: all.slice(before, before + pageSize), total: all.length, totalIsExact: true };
}

export const pointsExport = listExport({
  kind: 'points.export',
  title: { en: 'Export of points', zh: '导出积分' },
  page: taskAward.pointsExport.access.page,
  params: taskAward.pointsExport.request,
  fileStem: 'points',
  subjectType: 'points',
  idOf: (row: taskAward.PointsRow) => row.merchantNo,
  rows: async ({ filters }, run) => await pointsFor(filters, run),
  columns: [
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Points for KES 100', zh: '每 100 KES 积分', of: (row) => row.pointsPer100 },
    { en: 'Expire after (days)', zh: '有效天数', of: (row) => row.expiryDays },
    { en: 'Points for KES 1', zh: '每 1 KES 所需积分', of: (row) => row.pointsPerShilling },
    { en: 'Outstanding points', zh: '未用积分', of: (row) => row.outstandingPoints },
    { en: 'Customers', zh: '客户数', of: (row) => row.customers },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
  ],
});
