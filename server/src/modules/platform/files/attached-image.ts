import type { Queryable } from '../../../db/database.ts';

/** An image attached to a kind of subject; null where there is none such. */
export async function attachedImage(db: Queryable, subjectType: string, attachId: string) {
  const found = await db
    .selectFrom('attachment as a')
    .innerJoin('storedFile as f', 'f.contentHash', 'a.contentHash')
    .select(['a.subjectNo', 'a.fileName', 'a.contentHash', 'f.contentType'])
    .where('a.attachmentNo', '=', attachId)
    .where('a.subjectType', '=', subjectType)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst();
  return found?.contentType.startsWith('image/') ? found : null;
}

/** Whether all of these are there, attached to a kind of subject; not where there are none. */
export async function areAttached(db: Queryable, subjectType: string, attachIds: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(attachIds)];
  if (wanted.length === 0) return false;
  const found = await db
    .selectFrom('attachment')
    .select('attachmentNo')
    .where('attachmentNo', 'in', wanted)
    .where('subjectType', '=', subjectType)
    .where('deletedAt', 'is', null)
    .execute();
  return found.length === wanted.length;
}
