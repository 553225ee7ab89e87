import { fullPath, marketProduct, type ParsedRequestOf, type partnerPlatform } from '@kituo/sdk/contracts';
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

const PLATFORM_LOGOS = 'partnerPlatform';
const SAVE_PLATFORM = 'operation:supermarketPlatform:save';

/** Logos of partners belong to the merchant in whose books their income is: a partner may be new. */
export const platformLogos: FileSubject = {
  subjectType: PLATFORM_LOGOS,
  sees: async (_db, { pages, scope }, merchantNo) =>
    await Promise.resolve(
      pages.has('/admincontent/operationsystem/supermarketplatforms') && seesMerchant(scope, merchantNo),
    ),
  codes: { attach: SAVE_PLATFORM, remove: SAVE_PLATFORM },
};

/** @throws AppError BAD_REQUEST for what is no image of this merchant's partners */
export async function refuseStrangePlatformLogo(
  db: Queryable,
  { merchantNo, logo }: Pick<partnerPlatform.PlatformForm, 'merchantNo' | 'logo'>,
): Promise<void> {
  if (logo === null || (await attachedImage(db, PLATFORM_LOGOS, logo.attachId))?.subjectNo === merchantNo) return;
  throw new AppError('BAD_REQUEST', { fields: [{ field: 'form.logo', msg: 'Only image upload supported' }] });
}

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

/** @throws AppError NOT_FOUND where neither a product on the shelf nor an enabled partner shows it */
export async function shownLogo(
  { attachId }: ParsedRequestOf<typeof marketProduct.logo>,
  { db, services }: CallBasics,
): Promise<FileReply> {
  const ofProduct = await attachedImage(db, LOGOS, attachId);
  const found = ofProduct ?? (await attachedImage(db, PLATFORM_LOGOS, attachId));
  const isShown =
    found !== null &&
    (ofProduct === null
      ? await isShownOfPlatform(db, found.subjectNo, attachId)
      : await isShownOfProduct(db, found.subjectNo, attachId));
  if (!isShown) throw new AppError('NOT_FOUND');
  const { fileName, contentType, contentHash } = found;
  return { fileName, contentType, content: await services.files.read(contentHash) };
}

async function isShownOfProduct(db: Queryable, platformCode: string, attachId: string): Promise<boolean> {
  const shown = await db
    .selectFrom('partnerProduct as p')
    .select('p.marketProductNo')
    .where('p.platformCode', '=', platformCode)
    .where('p.productStatus', '=', 'ON_SHELF')
    .where(sql<boolean>`p.logo ->> 'attachId' = ${attachId}`)
    .executeTakeFirst();
  return shown !== undefined;
}

async function isShownOfPlatform(db: Queryable, merchantNo: string, attachId: string): Promise<boolean> {
  const shown = await db
    .selectFrom('partnerPlatform as f')
    .select('f.platformCode')
    .where('f.merchantNo', '=', merchantNo)
    .where('f.isEnabled', '=', true)
    .where(sql<boolean>`f.logo ->> 'attachId' = ${attachId}`)
    .executeTakeFirst();
  return shown !== undefined;
}
