import { appUpdate, fullPath, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, FileReply } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import type { FileSubject } from '../../platform/files/index.ts';

const PACKAGES = 'appRelease';
const SAVE = 'operation:appUpdate:save';
const APK = 'application/vnd.android.package-archive';
/** An .apk is an archive: one whose parts stand in another order is known for no more than that. */
const TYPES: readonly string[] = [APK, 'application/zip', 'application/java-archive'];

/** Packages belong to a merchant, whichever release has them. */
export const releasePackages: FileSubject = {
  subjectType: PACKAGES,
  sees: async (_db, { pages, scope }, merchantNo) =>
    await Promise.resolve(pages.has(appUpdate.APP_UPDATE_PAGE.toLowerCase()) && seesMerchant(scope, merchantNo)),
  codes: { attach: SAVE, remove: SAVE },
  alsoTakes: TYPES,
};

async function attachedPackage(db: Queryable, attachId: string) {
  return await db
    .selectFrom('attachment as a')
    .innerJoin('storedFile as f', 'f.contentHash', 'a.contentHash')
    .select(['a.subjectNo', 'a.fileName', 'a.contentHash', 'f.contentType', 'f.sizeBytes', 'f.md5'])
    .where('a.attachmentNo', '=', attachId)
    .where('a.subjectType', '=', PACKAGES)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst();
}

/** What is kept of a package. @throws AppError FILE_TYPE, FILE_TOO_LARGE, REFERENCE_UNKNOWN beside the field */
export async function packageOf(
  db: Queryable,
  form: Pick<ParsedRequestOf<typeof appUpdate.save>, 'merchantNo' | 'package'>,
): Promise<appUpdate.ReleasePackage | null> {
  if (form.package === null) return null;
  const fields = ['package'];
  const found = await attachedPackage(db, form.package.attachId);
  if (found?.subjectNo !== form.merchantNo) throw new AppError('REFERENCE_UNKNOWN', { fields });
  if (!TYPES.includes(found.contentType) || !found.fileName.toLowerCase().endsWith('.apk')) {
    throw new AppError('FILE_TYPE', { fields, facts: { formats: 'APK' } });
  }
  if (found.sizeBytes > appUpdate.MAX_PACKAGE_MB * 1_048_576) {
    throw new AppError('FILE_TOO_LARGE', { fields, facts: { maxMb: appUpdate.MAX_PACKAGE_MB } });
  }
  const { fileName, sizeBytes, md5 } = found;
  return { attachId: form.package.attachId, fileName, sizeBytes, md5 };
}

/** What an app is told of a package: where it is, and what to check it by. */
export const packageFor = (held: appUpdate.ReleasePackage | null) =>
  held && {
    url: fullPath(appUpdate.packageFile).replace('{attachId}', held.attachId),
    sizeBytes: held.sizeBytes,
    md5: held.md5,
  };

/** @throws AppError NOT_FOUND where no published release has it */
export async function publishedPackage(
  { attachId }: ParsedRequestOf<typeof appUpdate.packageFile>,
  { db, services }: CallBasics,
): Promise<FileReply> {
  const published = await db
    .selectFrom('appRelease')
    .select('releaseNo')
    .where('appVersionStatus', '=', 'PUBLISHED')
    .where(sql<boolean>`package ->> 'attachId' = ${attachId}`)
    .limit(1)
    .executeTakeFirst();
  const found = published && (await attachedPackage(db, attachId));
  if (!found) throw new AppError('NOT_FOUND');
  return { fileName: found.fileName, contentType: APK, content: await services.files.read(found.contentHash) };
}
