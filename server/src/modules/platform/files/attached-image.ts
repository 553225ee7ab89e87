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
