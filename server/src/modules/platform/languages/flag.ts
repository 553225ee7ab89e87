import type { languages, ParsedRequestOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, CommandCall } from '../../../http/implement.ts';

const IMAGES = ['image/png', 'image/jpeg', 'image/webp'];
const MIN_BYTES = 1_024;
const MAX_BYTES = 10_485_760;

/** Content of a picture the caller uploaded. Throws ATTACHMENT_NOT_FOUND, IMAGE_ONLY, IMAGE_SIZE. */
export async function flagOf(attachId: string, { tx, caller }: CommandCall): Promise<string> {
  const picture = await tx
    .selectFrom('attachment')
    .innerJoin('storedFile', 'storedFile.contentHash', 'attachment.contentHash')
    .select(['storedFile.contentHash', 'storedFile.contentType', 'storedFile.sizeBytes'])
    .where('attachment.attachmentNo', '=', attachId)
    .where('attachment.userNo', '=', caller.userNo)
    .where('attachment.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!picture) throw new AppError('ATTACHMENT_NOT_FOUND', { fields: ['flag'] });
  if (!IMAGES.includes(picture.contentType)) throw new AppError('IMAGE_ONLY', { fields: ['flag'] });
  if (picture.sizeBytes < MIN_BYTES || picture.sizeBytes > MAX_BYTES) {
    throw new AppError('IMAGE_SIZE', { fields: ['flag'] });
  }
  return picture.contentHash;
}

/** Sends the picture; its address changes with its content, so a browser keeps it. */
export async function sendFlag(
  { languageCode, hash }: ParsedRequestOf<typeof languages.flag>,
  { db, services, raw }: CallBasics,
): Promise<void> {
  const found = await db
    .selectFrom('language')
    .innerJoin('storedFile', 'storedFile.contentHash', 'language.flag')
    .select('storedFile.contentType')
    .where('languageCode', '=', languageCode)
    .where('language.flag', '=', hash)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const picture = await services.files.read(hash);
  raw.reply.header('content-type', found.contentType).header('cache-control', 'public, max-age=31536000, immutable');
  await raw.reply.send(picture);
}
