import { sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { configAt, type ConfigFamily } from '../configuration/index.ts';
import type { RevealField } from './kinds.ts';
import { screensByTitle } from './view-as.ts';

/** Masks are read with the rights of a person: every process reads them again. */
async function readAnew(tx: Tx): Promise<void> {
  await sql`UPDATE rights_epoch SET epoch = epoch + 1`.execute(tx);
}

/** What hides a kind of value, and who reveals it, what for and how often; without a rule the roles alone decide. */
export const sensitiveInfoFamily: ConfigFamily<sensitiveInfo.SensitiveInfo> = {
  key: sensitiveInfo.SENSITIVE_INFO_KEY,
  title: { en: 'Sensitive data', zh: '敏感信息配置' },
  value: sensitiveInfo.sensitiveInfo,
  isPerSubject: false,
  access: {
    see: { page: [sensitiveInfo.SENSITIVE_INFO_PAGE] },
    save: 'operation:sensitiveInfo:save',
    decide: 'operation:config:audit',
  },
  initial: async () => await Promise.resolve({ rules: [] }),
  scheduled: readAnew,
  withdrawn: readAnew,
  async check(db, _subjectNo, { rules }) {
    const known = new Set((await screensByTitle({}, { db, lang: 'en' })).map(({ path }) => path));
    for (const [index, { fieldKey, revealRoles, ...rule }] of rules.entries()) {
      for (const list of ['tailScreens', 'hiddenScreens', 'noFileScreens'] as const) {
        if (rule[list].every((screen) => known.has(screen))) continue;
        throw new AppError('REFERENCE_UNKNOWN', { fields: [`value.rules.${index}.${list}`] });
      }
      if (revealRoles.length === 0) continue;
      const found = await db
        .selectFrom('role')
        .select('roleNo')
        .where('roleNo', 'in', revealRoles)
        .where(sql<boolean>`${fieldKey} = any(reveal_fields)`)
        .execute();
      if (found.length === new Set(revealRoles).size) continue;
      // A role outside the group that its own sensitive permissions name.
      throw new AppError('REFERENCE_UNKNOWN', { fields: [`value.rules.${index}.revealRoles`] });
    }
  },
};

/** The rule of a kind of value now; null where there is none. */
export async function ruleOf(db: Queryable, field: RevealField): Promise<sensitiveInfo.SensitiveRule | null> {
  const { value } = await configAt(db, sensitiveInfoFamily, new Date());
  return value?.rules.find(({ fieldKey }) => fieldKey === field) ?? null;
}

/** @throws AppError REVEAL_FIELD, REFERENCE_UNKNOWN beside the purpose */
export function refuseAgainstRule(
  rule: sensitiveInfo.SensitiveRule,
  { roleNos }: { readonly roleNos: readonly string[] },
  purpose: string,
): void {
  const { revealRoles, purposes } = rule;
  if (revealRoles.length > 0 && !revealRoles.some((role) => roleNos.includes(role))) {
    throw new AppError('REVEAL_FIELD');
  }
  if (purposes.length > 0 && !purposes.includes(purpose)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['purpose'] });
  }
}

/** How many values of a kind a person has seen on a day. */
export async function shownOf(
  tx: Tx,
  of: { readonly userNo: string; readonly eatDay: string; readonly field: RevealField },
): Promise<number> {
  const { shown } = await tx
    .selectFrom('revealLog')
    .select((eb) => eb.fn.countAll<number>().as('shown'))
    .where('userNo', '=', of.userNo)
    .where('eatDay', '=', of.eatDay)
    .where('field', '=', of.field)
    .where('outcome', '=', 'SHOWN')
    .executeTakeFirstOrThrow();
  return shown;
}
