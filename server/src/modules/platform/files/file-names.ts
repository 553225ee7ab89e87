import type { Queryable } from '../../../db/database.ts';

/** What attachments are called, in the order of their numbers; the number itself where a file is gone. */
export async function fileNamesOf(
  db: Queryable,
  attachIds: readonly string[],
): Promise<{ readonly attachId: string; readonly fileName: string }[]> {
  if (attachIds.length === 0) return [];
  const rows = await db
    .selectFrom('attachment')
    .select(['attachmentNo', 'fileName'])
    .where('attachmentNo', 'in', [...attachIds])
    .where('deletedAt', 'is', null)
    .execute();
  const names = new Map(rows.map(({ attachmentNo, fileName }) => [attachmentNo, fileName]));
  return attachIds.map((attachId) => ({ attachId, fileName: names.get(attachId) ?? attachId }));
}
