import type { appContent, ParsedRequestOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, FileReply } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import type { FileSubject } from '../../platform/files/index.ts';
import { IMAGES, imageOf } from './images-of.ts';
import { contentsAt } from './rules.ts';

const SAVE = 'operation:appContent:save';

/** Images belong to a merchant, whichever content shows them. */
export const contentImages: FileSubject = {
  subjectType: IMAGES,
  sees: async (_db, { pages, scope }, merchantNo) =>
    await Promise.resolve(
      pages.has('/admincontent/operationsystem/appcontentmanagement') && seesMerchant(scope, merchantNo),
    ),
  // Images by who writes content, documents by who replaces contract templates.
  codes: { attach: [SAVE, 'operation:contractTemplate:update'], remove: SAVE },
};

/** @throws AppError NOT_FOUND where no content shows it now */
export async function shownImage(
  { attachId }: ParsedRequestOf<typeof appContent.image>,
  { db, services }: CallBasics,
): Promise<FileReply> {
  const found = await imageOf(db, attachId);
  const shown = found === null ? [] : await contentsAt(db, found.merchantNo, new Date());
  if (found === null || !shown.some(({ value }) => value.image?.attachId === attachId)) throw new AppError('NOT_FOUND');
  const { fileName, contentType, contentHash } = found;
  return { fileName, contentType, content: await services.files.read(contentHash) };
}
