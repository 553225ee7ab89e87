import { fullPath, marketProduct, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, FileReply } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { attachedImage, type FileSubject } from '../../platform/files/index.ts';

const LOGOS = 'marketProduct';
const SAVE = 'supermarket:product:save';

/** Logos belong to a partner, whichever of its products shows them. */
export const productLogos: FileSubject = {
  subjectType: LOGOS,
  async sees(db, { pages, scope }, platformCode) {
    if (!pages.has('/admincontent/loansupermarketsystem/loansupermarketproductmanagement')) return false;
    const platform = await db
      .selectFrom('partnerPlatform')
      .select('merchantNo')
      .where('platformCode', '=', platformCode)
      .executeTakeFirst();
    return platform !== undefined && seesMerchant(scope, platform.merchantNo);
  },
  codes: { attach: SAVE, remove: SAVE },
};

/** @throws AppError BAD_REQUEST for what is no image of this partner */
export async function refuseStrangeLogo(db: Queryable, form: marketProduct.MarketProductForm): Promise<void> {
  if (form.logo === null) return;
  const found = await attachedImage(db, LOGOS, form.logo.attachId);
  if (found?.subjectNo === form.platformCode) return;
  throw new AppError('BAD_REQUEST', { fields: [{ field: 'form.logo', msg: 'Only image upload supported' }] });
}

/** Where customers' apps read a logo; null for none. */
export const logoUrl = (logo: marketProduct.MarketProductForm['logo']): string | null =>
  logo === null ? null : fullPath(marketProduct.logo).replace('{attachId}', logo.attachId);

/** @throws AppError NOT_FOUND where no product on the shelf shows it */
export async function shownLogo(
  { attachId }: ParsedRequestOf<typeof marketProduct.logo>,
  { db, services }: CallBasics,
): Promise<FileReply> {
  const found = await attachedImage(db, LOGOS, attachId);
  const shown =
    found &&
    (await db
      .selectFrom('partnerProduct as p')
      .select('p.marketProductNo')
      .where('p.platformCode', '=', found.subjectNo)
      .where('p.productStatus', '=', 'ON_SHELF')
      .where(sql<boolean>`p.logo ->> 'attachId' = ${attachId}`)
      .executeTakeFirst());
  if (!found || !shown) throw new AppError('NOT_FOUND');
  const { fileName, contentType, contentHash } = found;
  return { fileName, contentType, content: await services.files.read(contentHash) };
}
