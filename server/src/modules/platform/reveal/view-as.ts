import { type ParsedRequestOf, type ReplyOf, sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';

/** Notes that somebody begins to look with a role's masks. @throws AppError REFERENCE_UNKNOWN */
export async function beginViewAs(
  { roleNo, versionId }: ParsedRequestOf<typeof sensitiveInfo.viewAs>,
  call: CommandContext,
): Promise<ReplyOf<typeof sensitiveInfo.viewAs>> {
  const { tx } = call;
  const role = await tx.selectFrom('role').select('roleName').where('roleNo', '=', roleNo).executeTakeFirst();
  if (!role) throw new AppError('REFERENCE_UNKNOWN', { fields: ['roleNo'] });
  const version =
    versionId === null
      ? null
      : await tx
          .selectFrom('configVersion')
          .select('versionNo')
          .where('versionId', '=', versionId)
          .where('configKey', '=', sensitiveInfo.SENSITIVE_INFO_KEY)
          .executeTakeFirst();
  if (version === undefined) throw new AppError('REFERENCE_UNKNOWN', { fields: ['versionId'] });
  const versionNo = version?.versionNo ?? null;
  await writeAudit(tx, call, {
    action: 'sensitiveInfo.viewAs',
    subjectType: 'role',
    subjectNo: roleNo,
    after: { versionNo },
  });
  return { roleNo, roleName: role.roleName, versionId, versionNo };
}

/** The pages of the menu, by section. */
export async function screensByTitle(
  _request: object,
  { db, lang }: { readonly db: Queryable; readonly lang: 'en' | 'zh' },
) {
  const { rows } = await sql<ReplyOf<typeof sensitiveInfo.screenOptions>[number]>`
    SELECT m.perms AS path, coalesce(m.menu_name ->> ${lang}, m.menu_name ->> 'en') AS title,
      coalesce(p.menu_name ->> ${lang}, p.menu_name ->> 'en', '') AS section
    FROM menu m LEFT JOIN menu p ON p.menu_no = m.parent_menu_no
    WHERE m.menu_type = 'PAGE' AND m.perms LIKE '/AdminContent/%' ORDER BY p.sort, m.sort, 1`.execute(db);
  return rows;
}
