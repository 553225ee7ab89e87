import type { vipLevel } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { rulesAt } from '../../platform/rules/index.ts';
import { vipLevelFamily } from './rules.ts';

type Language = 'en' | 'sw';
const NO_LEVEL: Readonly<Record<Language, string>> = { en: 'no level', sw: 'bila kiwango' };

/** What customers read of a level, by its number: of one that is none any more, the number. */
export const namesIn =
  (levels: readonly vipLevel.VipLevelRule[], language: Language) =>
  (levelNo: number | null): string => {
    if (levelNo === null) return NO_LEVEL[language];
    const level = levels.find((one) => one.levelNo === levelNo);
    return level?.otherNames?.[language] ?? level?.ruleName ?? String(levelNo);
  };

/** The same of a merchant's levels at a moment. */
export async function levelNamesOf(db: Queryable, merchantNo: string, language: Language, at: Date) {
  const levels = await rulesAt(db, vipLevelFamily, at, merchantNo);
  return namesIn(
    levels.map(({ value }) => value),
    language,
  );
}
