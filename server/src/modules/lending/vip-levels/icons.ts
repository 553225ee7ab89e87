import { fullPath, type ParsedRequestOf, vipLevel } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics, FileReply } from '../../../http/implement.ts';
import { attachedImage } from '../../platform/files/index.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { ICONS } from './icon-files.ts';
import { vipLevelFamily } from './rules.ts';

const levelsNow = async (db: Queryable, merchantNo: string) =>
  (await rulesAt(db, vipLevelFamily, new Date(), merchantNo)).map(({ value }) => value);

/** What a merchant's app says of its levels. */
export const levelsForApp = async (
  { merchantNo, language }: ParsedRequestOf<typeof vipLevel.forApp>,
  { db }: Pick<CallBasics, 'db'>,
) =>
  (await levelsNow(db, merchantNo))
    .toSorted((one, other) => one.levelNo - other.levelNo)
    .map(({ icon, ruleName, otherNames, levelNo, minSettledOrders, minOnTimePercent, maxDpd, limitStepUpBps }) => ({
      levelNo,
      levelName: otherNames?.[language ?? 'en'] ?? ruleName,
      minSettledOrders,
      minOnTimePercent,
      maxDpd,
      limitStepUpBps,
      iconUrl: icon ? fullPath(vipLevel.icon).replace('{attachId}', icon.attachId) : null,
    }));

/** @throws AppError NOT_FOUND where no level shows it now */
export async function shownIcon(
  { attachId }: ParsedRequestOf<typeof vipLevel.icon>,
  { db, services }: CallBasics,
): Promise<FileReply> {
  const found = await attachedImage(db, ICONS, attachId);
  const levels = found === null ? [] : await levelsNow(db, found.subjectNo);
  if (found === null || !levels.some(({ icon }) => icon?.attachId === attachId)) throw new AppError('NOT_FOUND');
  const { fileName, contentType, contentHash } = found;
  return { fileName, contentType, content: await services.files.read(contentHash) };
}
