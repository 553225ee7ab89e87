import { messageNodes, messageTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { type CodeWords, exportOf, kes } from '../exports/index.ts';
import { builtInTexts } from './built-in.ts';
import type { MessageTemplateTable } from './tables.ts';
import { usesOfTemplates } from './used-by.ts';

/** Nodes whose readers have that language: what the product starts with is written in it. */
const nodesIn = (language: messageNodes.MessageLanguage): string[] =>
  messageNodes.nodeCode.options.filter((code) => messageNodes.nodeOf(code).languages.includes(language));

const blank = { merchantNos: [], en: '', sw: '', zh: '', subjectEn: '', subjectSw: '', subjectZh: '' };

/** The version in force of the template `t`. */
const inForce = sql<{ value: unknown; versionNo: number } | null>`(
  SELECT jsonb_build_object('value', v.value, 'versionNo', v.version_no) FROM config_version v
  WHERE v.config_key = ${messageTemplate.MESSAGE_TEMPLATE_KEY} AND v.subject_no = 'ALL_' || t.template_code
    AND v.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND v.in_force_from <= now()
  ORDER BY v.in_force_from DESC LIMIT 1)`;
const isOpen = sql<boolean>`exists (SELECT FROM config_version v
  WHERE v.config_key = ${messageTemplate.MESSAGE_TEMPLATE_KEY} AND v.subject_no = 'ALL_' || t.template_code
    AND v.stored_status IN ('DRAFT', 'PENDING'))`;
const sent = sql<number>`(
  (SELECT count(*) FROM message m WHERE m.template_code = t.template_code AND m.sent_at > now() - interval '30 days')
  + (SELECT count(*) FROM contact_attempt a WHERE a.template_code = t.template_code AND a.refused_for IS NULL
    AND a.attempted_at > now() - interval '30 days'))::int`;

const optedOut = sql<number | null>`(
  SELECT round(100.0 * count(DISTINCT a.phone) FILTER (WHERE EXISTS (SELECT FROM contact_block b WHERE b.phone = a.phone
    AND b.block_kind = 'OPT_OUT' AND b.set_at BETWEEN a.attempted_at AND a.attempted_at + interval '7 days'))
    / nullif(count(DISTINCT a.phone), 0))::int
  FROM contact_attempt a WHERE a.template_code = t.template_code AND a.refused_for IS NULL
    AND a.attempted_at > now() - interval '30 days')`;
const THOUSAND = 1_000;

/** What a part of a text costs on average; null without an account. Cents. */
async function partCents(db: Queryable): Promise<number | null> {
  const { rows } = await sql<{ cents: number | null }>`
    SELECT avg(unit_price_cents)::float8 AS cents FROM sms_account WHERE is_enabled`.execute(db);
  return rows[0]?.cents ?? null;
}

export const messageTemplates = defineList(
  messageTemplate.page,
  (db) => db.selectFrom('messageTemplate as t'),
  (by) => ({
    scope: () => null,
    key: 't.templateCode',
    filters: {
      templateCode: by.contains('t.templateCode'),
      templateName: (name) =>
        sql<boolean>`coalesce(${inForce} -> 'value' ->> 'templateName', t.template_name) ilike '%' || ${name} || '%'`,
      nodeCode: by.is('t.nodeCode'),
      channelType: by.is('t.channelType'),
      smsKind: by.is('t.smsKind'),
      merchantNo: (merchantNo) =>
        sql<boolean>`coalesce(jsonb_array_length(${inForce} -> 'value' -> 'merchantNos'), 0) = 0
          or ${inForce} -> 'value' -> 'merchantNos' ? ${merchantNo}`,
      language: (language) =>
        sql<boolean>`coalesce(${inForce} -> 'value' ->> ${language}, case
          when t.node_code = any(${nodesIn(language)}::text[]) then 'x' else '' end) <> ''`,
      status: (status) => (eb) => eb('t.isEnabled', '=', status === 'ENABLED'),
    },
    sorts: { templateCode: 't.templateCode', updatedAt: 't.updatedAt' },
    first: [['t.templateCode', 'asc']],
    select: (query) =>
      query
        .selectAll('t')
        .select([inForce.as('inForce'), isOpen.as('hasOpenVersion'), sent.as('sent')])
        .select(optedOut.as('optOutPercent')),
    rows: async (all, { db, caller }) => {
      const uses = await usesOfTemplates(db);
      const cents = await partCents(db);
      return all.map((row) => rowOf(row, { caller, uses, cents }));
    },
  }),
);

interface Stored extends Selectable<MessageTemplateTable> {
  readonly inForce: { readonly value: unknown; readonly versionNo: number } | null;
  readonly hasOpenVersion: boolean;
  readonly sent: number;
  readonly optOutPercent: number | null;
}

function rowOf(
  { inForce: held, isEnabled, updatedAt, sent: sentLast30Days, ...stored }: Stored,
  {
    caller,
    uses,
    cents,
  }: { readonly caller: Caller; readonly uses: ReadonlyMap<string, number>; readonly cents: number | null },
): messageTemplate.TemplateRow {
  const { templateCode } = stored;
  const texts = messageTemplate.messageTexts.safeParse(held?.value).data ??
    builtInTexts(templateCode, stored.templateName) ?? { ...blank, templateName: stored.templateName };
  const languages = messageNodes.messageLanguage.options.filter((language) => texts[language] !== '');
  const can = (action: string) => caller.codes.has(`operation:messageTemplate:${action}`);
  const isSms = stored.channelType === 'SMS';
  const parts = isSms ? Math.max(0, ...languages.map((language) => smsPartsOf(texts[language]).parts)) : 0;
  return {
    ...stored,
    subjectNo: messageTemplate.templateSubject(templateCode),
    templateName: texts.templateName,
    merchantNos: texts.merchantNos,
    languages,
    parts,
    versionNo: held?.versionNo ?? null,
    texts,
    sentLast30Days,
    usedByCount: uses.get(templateCode) ?? 0,
    costPerThousandCents: isSms && cents !== null ? Math.round(parts * cents * THOUSAND) : null,
    status: isEnabled ? 'ENABLED' : 'DISABLED',
    updatedAt: updatedAt.toISOString(),
    allowedActions: [
      // A template is of every merchant: only those who see them all may change it.
      ...(can('save') && caller.scope === 'all' && !stored.hasOpenVersion ? (['save'] as const) : []),
      ...(can('save') ? (['testSend'] as const) : []),
      ...(can('copy') ? (['copy'] as const) : []),
      ...(can('enable') ? ([isEnabled ? 'disable' : 'enable'] as const) : []),
    ],
  };
}

const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

export const templateExport = exportOf(messageTemplates, {
  kind: 'messageTemplates.export',
  title: { en: 'Export of message templates', zh: '导出消息模板' },
  page: messageTemplate.MESSAGE_TEMPLATE_PAGE,
  params: messageTemplate.exportList.request,
  fileStem: 'message-templates',
  subjectType: 'messageTemplate',
  columns: [
    { en: 'Code', zh: '编码', of: (row) => row.templateCode },
    { en: 'Name', zh: '名称', of: (row) => row.templateName },
    { en: 'Node', zh: '业务节点', of: (row) => row.nodeCode },
    { en: 'Channel', zh: '渠道', of: (row) => row.channelType },
    { en: 'English', zh: '英文', of: (row) => row.texts.en },
    { en: 'Kiswahili', zh: '斯瓦希里文', of: (row) => row.texts.sw },
    { en: 'Chinese', zh: '中文', of: (row) => row.texts.zh },
    { en: 'Parts', zh: '条数', of: (row) => row.parts },
    { en: 'Nodes', zh: '业务节点数', of: (row) => row.usedByCount },
    { en: 'Sent in 30 days', zh: '近 30 天发送', of: (row) => row.sentLast30Days },
    { en: 'Opted out (%)', zh: '退订率（%）', of: (row) => row.optOutPercent },
    { en: 'Cost of 1,000 (KES)', zh: '每千条费用（KES）', of: (row) => kes(row.costPerThousandCents) },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: STATUS },
  ],
});
