import type { vipLevel } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { attachedImage, type FileSubject } from '../../platform/files/index.ts';

export const ICONS = 'vipLevel';
const SAVE = 'supermarket:vipLevel:save';

/** Icons belong to a merchant, whichever level shows them. */
export const levelIcons: FileSubject = {
  subjectType: ICONS,
  sees: async (_db, { pages, scope }, merchantNo) =>
    await Promise.resolve(
      pages.has('/admincontent/loansupermarketsystem/loansupermarketviplevelmanagement') &&
        seesMerchant(scope, merchantNo),
    ),
  codes: { attach: SAVE, remove: SAVE },
};

/** @throws AppError BAD_REQUEST for what is no image of this merchant's levels */
export async function refuseStrangeIcon(
  db: Queryable,
  merchantNo: string,
  { icon }: vipLevel.VipLevelRule,
): Promise<void> {
  if (icon === undefined) return;
  const found = await attachedImage(db, ICONS, icon.attachId);
  if (found?.subjectNo === merchantNo) return;
  throw new AppError('BAD_REQUEST', { fields: [{ field: 'value.icon', msg: 'Only image upload supported' }] });
}
