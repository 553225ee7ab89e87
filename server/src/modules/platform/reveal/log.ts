import type { ParsedRequestOf, ReplyOf, reveal } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';

type Request = ParsedRequestOf<typeof reveal.mine>;

/** What one person revealed, newest first. */
export async function pageOfReveals(
  userNo: string,
  { filters, page, pageSize, sort }: Request,
  { db, services, lang }: Call,
): Promise<ReplyOf<typeof reveal.mine>> {
  let query = db
    .selectFrom('revealLog')
    .innerJoin('appUser', 'appUser.userNo', 'revealLog.userNo')
    .where('revealLog.userNo', '=', userNo);
  for (const field of ['kind', 'purpose', 'outcome', 'subjectNo'] as const) {
    const wanted = filters[field];
    if (wanted !== undefined) query = query.where(`revealLog.${field}`, '=', wanted);
  }
  if (filters.from !== undefined) query = query.where('revealLog.eatDay', '>=', filters.from);
  if (filters.to !== undefined) query = query.where('revealLog.eatDay', '<=', filters.to);
  const rows = await query
    .selectAll('revealLog')
    .select('appUser.realName')
    .orderBy('revealLog.revealId', sort?.direction ?? 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return {
    rows: rows.map((row) => ({
      revealId: String(row.revealId),
      happenedAt: row.happenedAt.toISOString(),
      userNo: row.userNo,
      realName: row.realName,
      kind: row.kind,
      title: services.reveals.get(row.kind)?.title[lang] ?? row.kind,
      field: row.field,
      subjectNo: row.subjectNo,
      purpose: row.purpose,
      note: row.note,
      outcome: row.outcome,
    })),
    total,
    totalIsExact: true,
  };
}
