import type { ParsedRequestOf, ReplyOf, riskList } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { writeAudit } from '../../platform/audit/index.ts';

/** The lists: black before grey before white, the standard one of each first. */
export async function allLists(_request: object, { db }: Pick<Call, 'db'>): Promise<ReplyOf<typeof riskList.lists>> {
  const rows = await db
    .selectFrom('riskList as l')
    .leftJoin('appUser as u', 'u.userNo', 'l.createdBy')
    .leftJoin('riskListEntry as e', 'e.listCode', 'l.listCode')
    .select(['l.listCode', 'l.listName', 'l.listType', 'l.createdAt', 'l.version', 'u.realName as createdByName'])
    .select(sql<number>`count(*) filter (where e.removed_at is null and e.expires_at > now())`.as('activeEntries'))
    .select(sql<number>`coalesce(sum(e.hits), 0)`.as('hits'))
    .groupBy(['l.listCode', 'u.realName'])
    .orderBy(sql`array_position(array['BLACK', 'GREY', 'WHITE'], l.list_type)`)
    .orderBy(sql`l.created_by is not null`)
    .orderBy('l.listName')
    .execute();
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    activeEntries: Number(row.activeEntries),
    hits: Number(row.hits),
    createdAt: createdAt.toISOString(),
  }));
}

/** @throws AppError LIST_EXISTS, BLACKLIST_NOT_FOUND, STALE where it was changed since, or has another type */
export async function saveList(
  { version, ...form }: ParsedRequestOf<typeof riskList.saveList>,
  call: CommandContext,
): Promise<ReplyOf<typeof riskList.saveList>> {
  const { tx, caller } = call;
  const { listCode, listName } = form;
  const before = await tx
    .selectFrom('riskList')
    .select(['listName', 'listType', 'version'])
    .where('listCode', '=', listCode)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before && version === undefined) throw new AppError('LIST_EXISTS', { fields: ['listCode'] });
  if (!before && version !== undefined) throw new AppError('BLACKLIST_NOT_FOUND');
  if (before && (before.version !== version || before.listType !== form.listType)) throw new AppError('STALE');
  const next = (before?.version ?? 0) + 1;
  const written = await tx
    .insertInto('riskList')
    .values({ ...form, createdBy: caller.userNo, version: next })
    .onConflict((conflict) =>
      conflict
        .column('listCode')
        .doUpdateSet({ listName, version: next })
        .where('riskList.version', '=', next - 1),
    )
    .returning('listCode')
    .executeTakeFirst();
  // Two who add one code at the same moment: the second finds the first's.
  if (!written) throw new AppError('LIST_EXISTS', { fields: ['listCode'] });
  noteMade(tx, `risk list ${listCode}`);
  await writeAudit(tx, call, {
    action: before ? 'riskList.renamed' : 'riskList.listAdded',
    subjectType: 'riskListName',
    subjectNo: listCode,
    ...(before && { before: { listName: before.listName } }),
    after: form,
  });
  return { listCode, version: next };
}
