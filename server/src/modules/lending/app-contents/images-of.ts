import type { appContent } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { attachedImage } from '../../platform/files/index.ts';

export const IMAGES = 'appContent';

/** An attachment of a merchant's content; null where there is none such. */
export async function imageOf(db: Queryable, attachId: string) {
  const found = await attachedImage(db, IMAGES, attachId);
  return found && { ...found, merchantNo: found.subjectNo };
}

/** @throws AppError BAD_REQUEST for what is no image of this merchant's content */
export async function refuseStrangeImage(
  db: Queryable,
  merchantNo: string,
  { image }: appContent.AppContentRule,
): Promise<void> {
  if (image === undefined) return;
  const found = await imageOf(db, image.attachId);
  if (found?.merchantNo === merchantNo) return;
  throw new AppError('BAD_REQUEST', { fields: [{ field: 'value.image', msg: 'Only image upload supported' }] });
}
