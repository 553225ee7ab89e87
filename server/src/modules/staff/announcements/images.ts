import { announcement, fullPath, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, FileReply } from '../../../http/implement.ts';
import { attachedImage, type FileSubject } from '../../platform/files/index.ts';
import { shownInApp } from './shown-in-app.ts';

const { subjectType, subjectNo } = announcement.IMAGE_SUBJECT;
const SAVE = 'operation:announcement:save';
type Image = ParsedRequestOf<typeof announcement.save>['image'];

/** Images are for customers to see: whoever has the page sees them all. */
export const announcementImages: FileSubject = {
  subjectType,
  sees: async (_db, { pages }, asked) =>
    await Promise.resolve(asked === subjectNo && pages.has(announcement.ANNOUNCEMENT_PAGE.toLowerCase())),
  codes: { attach: SAVE, remove: SAVE },
};

/** @throws AppError BAD_REQUEST for what is no image */
export async function refuseStrangeImage(db: Queryable, { image }: { readonly image: Image }): Promise<void> {
  if (image === null || (await attachedImage(db, subjectType, image.attachId)) !== null) return;
  throw new AppError('BAD_REQUEST', { fields: [{ field: 'image', msg: 'Only image upload supported' }] });
}

/** Where customers' apps read an image; null for none. */
export const imageUrlOf = (image: Image): string | null =>
  image === null ? null : fullPath(announcement.image).replace('{attachId}', image.attachId);

/** @throws AppError NOT_FOUND where no announcement shows it to customers now */
export async function shownImage(
  { attachId }: ParsedRequestOf<typeof announcement.image>,
  { db, services }: CallBasics,
): Promise<FileReply> {
  const found = await attachedImage(db, subjectType, attachId);
  const shown =
    found &&
    (await shownInApp(db)
      .select('announcementNo')
      .where(sql<boolean>`image ->> 'attachId' = ${attachId}`)
      .limit(1)
      .executeTakeFirst());
  if (!found || !shown) throw new AppError('NOT_FOUND');
  const { fileName, contentType, contentHash } = found;
  return { fileName, contentType, content: await services.files.read(contentHash) };
}
