import { type Access, sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { masksOf, strictest } from './mask-versions.ts';
import type { Rights } from './rights.ts';

/** Who may look with a role's masks: those who write the rules. */
const MAY = 'operation:sensitiveInfo:save';

/**
 * The screens that an endpoint may be drawn on, lower-cased: the pages of its access that the person holds, or those its
 * operation is below.
 */
export function screensOf(access: Access, { pages, codePages }: Pick<Rights, 'pages' | 'codePages'>): string[] {
  if (typeof access === 'string') return [];
  const all =
    'page' in access
      ? access.page.map((path) => path.toLowerCase())
      : access.code.flatMap((code) => codePages.get(code) ?? []);
  return all.filter((path) => pages.has(path));
}

interface RoleMasks {
  readonly isMasked: boolean;
  readonly maskedFields: string[];
}

/** Of a role on these pages. */
async function roleMasks(db: Queryable, roleNo: string, screens: readonly string[]): Promise<RoleMasks | undefined> {
  const { rows } = await sql<RoleMasks>`
    SELECT r.is_desensitization AS is_masked, coalesce((SELECT array_agg(DISTINCT field) FROM menu_data_rule rule
        JOIN menu m USING (menu_no), unnest(rule.masked_fields) field
        WHERE rule.role_no = r.role_no AND lower(m.perms) = ANY(${screens}::text[])), '{}') AS masked_fields
    FROM role r WHERE r.role_no = ${roleNo}`.execute(db);
  return rows[0];
}

async function rulesOf(db: Queryable, versionId: string) {
  const version = await db
    .selectFrom('configVersion')
    .select('value')
    .where('versionId', '=', versionId)
    .where('configKey', '=', sensitiveInfo.SENSITIVE_INFO_KEY)
    .executeTakeFirst();
  return version && sensitiveInfo.sensitiveInfo.parse(version.value).rules;
}

/**
 * A person who looks with the masks of a role, and of a version of the rules that is not in force: `R-005@CV0000012`.
 * Nothing is shown that they do not see themselves; what they may do and whose rows they see stays their own.
 * @throws AppError FORBIDDEN, REFERENCE_UNKNOWN
 */
export async function viewingAs(
  db: Queryable,
  caller: Caller,
  screens: readonly string[],
  header: string,
): Promise<Caller> {
  if (!caller.codes.has(MAY)) throw new AppError('FORBIDDEN');
  const [roleNo = '', versionId] = header.split('@');
  const role = await roleMasks(db, roleNo, screens);
  const rules = versionId === undefined ? [] : await rulesOf(db, versionId);
  if (!role || !rules) throw new AppError('REFERENCE_UNKNOWN');
  return {
    ...caller,
    isMasked: caller.isMasked || role.isMasked,
    maskedFields: new Set([...caller.maskedFields, ...role.maskedFields]),
    masks: strictest(caller.masks, masksOf(rules, false, screens)),
  };
}
