import type { config } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { type ConfigFamily, partsOfSubject } from '../configuration/index.ts';

type Versioned = Pick<config.ConfigVersion, 'subjectNo' | 'value'>;

/** What people call a rule: its own name stands in what it says. */
function ownName(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const named = Object.entries(value).find(([field]) => field === 'ruleName' || field === 'strategyName');
  return typeof named?.[1] === 'string' ? named[1] : null;
}

/** What a version is about, in words: the merchant's name and its thing's; the number of what neither names. */
export async function nameOfSubject(
  family: ConfigFamily | undefined,
  { subjectNo, value }: Versioned,
  { db, lang }: Pick<Call, 'db' | 'lang'>,
): Promise<string> {
  if (subjectNo === '') return '';
  const { merchantNo, rest } = partsOfSubject(subjectNo);
  const merchant = await db
    .selectFrom('merchant')
    .select('merchantName')
    .where('merchantNo', '=', merchantNo ?? '')
    .executeTakeFirst();
  if (merchantNo !== null && merchant === undefined) return subjectNo;
  const whose = merchant?.merchantName ?? (lang === 'zh' ? '全部商户' : 'All merchants');
  const thing = (await family?.nameOf?.(db, subjectNo, lang)) ?? ownName(value) ?? rest;
  return [thing, whose].filter((part) => part !== '').join(' · ');
}
