import { messageNodes, messagePoint, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { Reading } from '../../../lists/index.ts';
import { configAt, openVersions } from '../configuration/index.ts';
import { type CodeWords, listExport } from '../exports/index.ts';
import { businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import { EVERY_MERCHANT, messagePointFamily, pointAt, pointSubject, type PointSubject } from './point-family.ts';
import { subjectsOf } from './used-by.ts';

type Row = messagePoint.PointRow;

interface Counted {
  readonly templateCode: string;
  readonly merchantNo: string | null;
  readonly sent: number;
  readonly failed: number;
}

/** What left and what failed since 00:00 EAT, by template and merchant. */
async function todaysOf({ db }: Reading): Promise<readonly Counted[]> {
  const from = startOfBusinessDate(businessDateOf(new Date()));
  const { rows } = await sql<Counted>`
    SELECT template_code, merchant_no, count(*) FILTER (WHERE message_status = 'SENT')::int AS sent,
      count(*) FILTER (WHERE message_status = 'FAILED')::int AS failed
    FROM message WHERE template_code IS NOT NULL AND created_at >= ${from} GROUP BY 1, 2
    UNION ALL
    SELECT a.template_code, a.merchant_no, count(*) FILTER (WHERE d.dispatch_status = 'SENT')::int,
      count(*) FILTER (WHERE d.dispatch_status = 'REFUSED')::int
    FROM contact_attempt a JOIN contact_dispatch d USING (attempt_id)
    WHERE a.template_code IS NOT NULL AND a.attempted_at >= ${from} GROUP BY 1, 2`.execute(db);
  return rows;
}

/** Every node, and the merchants that have a setting of their own of it: some dozens at most. */
async function pointsFor(
  filters: messagePoint.PointFilters,
  sort: ParsedRequestOf<typeof messagePoint.page>['sort'],
  reading: Reading,
): Promise<Row[]> {
  const { db, caller } = reading;
  const seen = merchantsSeen(caller.scope);
  const codes = messageNodes.nodeCode.options.filter((code) => [undefined, code].includes(filters.nodeCode));
  const subjects: PointSubject[] = [];
  const merchants = await db.selectFrom('merchant').select(['merchantNo', 'merchantName']).execute();
  for (const code of codes) {
    const own = await subjectsOf(db, code);
    subjects.push(...own);
    // Whoever looks at one merchant may give it a setting of its own.
    const asked = merchants.find(({ merchantNo }) => merchantNo === filters.merchantNo)?.merchantNo;
    const isMissing = asked !== undefined && !own.some(({ merchantNo }) => merchantNo === asked);
    if (isMissing && messageNodes.nodeOf(code).audience === 'CUSTOMER')
      subjects.push({ merchantNo: asked, nodeCode: code });
  }
  const nameOf = new Map(merchants.map(({ merchantNo, merchantName }) => [merchantNo, merchantName]));
  const templates = await db
    .selectFrom('messageTemplate')
    .select(['templateCode', 'templateName', 'nodeCode', 'channelType'])
    .execute();
  const today = await todaysOf(reading);
  const open = await openVersions(db, messagePointFamily.key, subjects.map(pointSubject));
  const rows: Row[] = [];
  for (const subject of subjects) {
    const { merchantNo, nodeCode } = subject;
    const isOwn = merchantNo !== EVERY_MERCHANT;
    if (isOwn && seen !== null && !seen.includes(merchantNo)) continue;
    const { audience, smsKind, variables, isStatutory } = messageNodes.nodeOf(nodeCode);
    const subjectNo = pointSubject(subject);
    const { versionNo } = await configAt(db, messagePointFamily, new Date(), subjectNo);
    const point = await pointAt(db, subject);
    const ofNode = new Set(templates.filter((one) => one.nodeCode === nodeCode).map((one) => one.templateCode));
    const counted = today.filter(
      (one) => ofNode.has(one.templateCode) && (isOwn ? one.merchantNo === merchantNo : true),
    );
    const ownRight = isOwn || seen === null;
    rows.push({
      subjectNo,
      nodeCode,
      merchantNo: isOwn ? merchantNo : null,
      merchantName: isOwn ? (nameOf.get(merchantNo) ?? merchantNo) : null,
      audience,
      smsKind,
      point,
      templateNames: point.templateCodes.map(
        (code) => templates.find(({ templateCode }) => templateCode === code)?.templateName ?? code,
      ),
      channels: point.templateCodes.flatMap(
        (code) => templates.find(({ templateCode }) => templateCode === code)?.channelType ?? [],
      ),
      delayMinutes: point.delayMinutes ?? null,
      variables: Object.entries(variables).map(([name, example]) => ({ name, example })),
      isStatutory,
      versionNo,
      hasOpenVersion: open.has(subjectNo),
      sentToday: counted.reduce((sum, { sent }) => sum + sent, 0),
      failedToday: counted.reduce((sum, { failed }) => sum + failed, 0),
      status: point.isEnabled ? 'ENABLED' : 'DISABLED',
      allowedActions:
        ownRight && caller.codes.has('operation:messagePoint:save') && !open.has(subjectNo) ? ['save'] : [],
    });
  }
  const channelOf = new Map(templates.map(({ templateCode, channelType }) => [templateCode, channelType]));
  const matching = rows.filter(
    (row) =>
      (filters.audience === undefined || row.audience === filters.audience) &&
      (filters.merchantNo === undefined || row.merchantNo === filters.merchantNo) &&
      (filters.status === undefined || row.status === filters.status) &&
      (filters.channelType === undefined ||
        row.point.templateCodes.some((code) => channelOf.get(code) === filters.channelType)) &&
      (filters.templateCode === undefined ||
        row.point.templateCodes.some((code) => code.includes(filters.templateCode?.toUpperCase() ?? ''))),
  );
  if (sort === null) return matching;
  const way = sort.direction === 'asc' ? 1 : -1;
  return matching.toSorted((one, other) =>
    sort.field === 'sentToday'
      ? way * (one.sentToday - other.sentToday)
      : way * one.nodeCode.localeCompare(other.nodeCode),
  );
}

export async function pageOfPoints(
  { filters, sort, page, pageSize }: ParsedRequestOf<typeof messagePoint.page>,
  reading: Reading,
): Promise<ReplyOf<typeof messagePoint.page>> {
  const all = await pointsFor(filters, sort, reading);
  const before = (page - 1) * pageSize;
  return { rows: all.slice(before, before + pageSize), total: all.length, totalIsExact: true };
}

const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

export const pointExport = listExport({
  kind: 'messagePoints.export',
  title: { en: 'Export of business nodes', zh: '导出业务节点' },
  page: messagePoint.exportList.access.page,
  params: messagePoint.exportList.request,
  fileStem: 'business-nodes',
  subjectType: 'messagePoint',
  idOf: (row: Row) => row.subjectNo,
  rows: async ({ filters, sort }, run) => await pointsFor(filters, sort, run),
  columns: [
    { en: 'Node', zh: '业务节点', of: (row) => row.nodeCode },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Templates', zh: '模板', of: (row) => row.templateNames.join(', ') },
    { en: 'Sent today', zh: '今日发送', of: (row) => row.sentToday },
    { en: 'Failed today', zh: '今日失败', of: (row) => row.failedToday },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: STATUS },
  ],
});
