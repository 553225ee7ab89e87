import type { messageNodes } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { EVERY_MERCHANT, messagePointFamily, partsOfPoint, pointAt, type PointSubject } from './point-family.ts';

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
