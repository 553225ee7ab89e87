import { messageNodes, messagePoint } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import {
  builtInPoint,
  EVERY_MERCHANT,
  messagePointFamily,
  partsOfPoint,
  pointAt,
  pointSubject,
  type PointSubject,
} from './point-family.ts';

/** The merchants that have a setting of their own of a node, and `ALL`. */
export async function subjectsOf(db: Queryable, nodeCode: messageNodes.NodeCode): Promise<PointSubject[]> {
  const rows = await db
    .selectFrom('configVersion')
    .select('subjectNo')
    .distinct()
    .where('configKey', '=', messagePointFamily.key)
    .execute();
  const own = rows.flatMap(({ subjectNo }) => partsOfPoint(subjectNo) ?? []);
  const merchantNos = new Set([
    EVERY_MERCHANT,
    ...own.filter((one) => one.nodeCode === nodeCode).map((one) => one.merchantNo),
  ]);
  return [...merchantNos].map((merchantNo) => ({ merchantNo, nodeCode }));
}

/** The enabled nodes that send a template. */
export async function nodesSending(
  db: Queryable,
  { templateCode, nodeCode }: { readonly templateCode: string; readonly nodeCode: messageNodes.NodeCode },
): Promise<PointSubject[]> {
  const found: PointSubject[] = [];
  for (const subject of await subjectsOf(db, nodeCode)) {
    const point = await pointAt(db, subject);
    if (point.isEnabled && point.templateCodes.includes(templateCode)) found.push(subject);
  }
  return found;
}

/** A rule that applies, or is about to, and sends a template: its name; null where none does. */
export async function ruleSending(db: Queryable, templateCode: string): Promise<string | null> {
  const { rows } = await sql<{ ruleName: string }>`
    SELECT v.value ->> 'ruleName' AS rule_name
    FROM config_rule r JOIN config_version_now v
      ON v.config_key = r.config_key AND v.subject_no = r.merchant_no || '_' || r.rule_id
    WHERE v.version_status IN ('PENDING', 'SCHEDULED', 'IN_FORCE') AND v.version_no > r.disabled_through
      AND v.value ->> 'notifyTemplateNo' = ${templateCode}
    ORDER BY r.rule_id LIMIT 1`.execute(db);
  return rows[0]?.ruleName ?? null;
}

/** How many enabled nodes send each template: of all merchants, and of each that has a setting of its own. */
export async function usesOfTemplates(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('configVersion')
    .distinctOn('subjectNo')
    .select(['subjectNo', 'value'])
    .where('configKey', '=', messagePointFamily.key)
    .where('storedStatus', 'in', ['SCHEDULED', 'IN_FORCE', 'SUPERSEDED'])
    .where('inForceFrom', '<=', new Date())
    .orderBy('subjectNo')
    .orderBy('inForceFrom', 'desc')
    .execute();
  const held = new Map(rows.map(({ subjectNo, value }) => [subjectNo, messagePoint.messagePoint.parse(value)]));
  for (const nodeCode of messageNodes.nodeCode.options) {
    const subjectNo = pointSubject({ merchantNo: EVERY_MERCHANT, nodeCode });
    if (!held.has(subjectNo)) held.set(subjectNo, builtInPoint(nodeCode));
  }
  const uses = new Map<string, number>();
  for (const { isEnabled, templateCodes } of held.values()) {
    for (const code of isEnabled ? templateCodes : []) uses.set(code, (uses.get(code) ?? 0) + 1);
  }
  return uses;
}
