import type { PostedJournal } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';

/** The journals that these causes have posted, oldest first, each with its lines. */
export async function readPosted(
  db: Queryable,
  causes: readonly { readonly type: string; readonly no: string }[],
  lang: 'en' | 'zh',
): Promise<PostedJournal[]> {
  if (causes.length === 0) return [];
  const rows = await db
    .selectFrom('journal as j')
    .innerJoin('posting as p', (join) =>
      join.onRef('p.journalId', '=', 'j.journalId').onRef('p.businessDate', '=', 'j.businessDate'),
    )
    .innerJoin('account as a', 'a.accountCode', 'p.accountCode')
    .select(['j.journalId', 'j.journalKind', 'j.businessDate', 'j.postedAt', 'j.reversesId'])
    .select(['p.accountCode', 'p.amountCents', 'a.nameEn', 'a.nameZh'])
    .where((eb) => eb.or(causes.map(({ type, no }) => eb('j.causeType', '=', type).and('j.causeNo', '=', no))))
    .orderBy('j.journalId')
    .orderBy('p.lineNo')
    .execute();
  return [...Map.groupBy(rows, ({ journalId }) => journalId).values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const { journalId, journalKind, businessDate, postedAt, reversesId } = first;
    return {
      journalId,
      journalKind,
      businessDate,
      postedAt: postedAt.toISOString(),
      reversesId,
      lines: lines.map(({ accountCode, amountCents, nameEn, nameZh }) => ({
        accountCode,
        accountName: lang === 'zh' ? nameZh : nameEn,
        amountCents,
      })),
    };
  });
}
