import { sensitiveInfo } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { MasksInForce } from '../../../ground/masks-in-force.ts';

type Rules = sensitiveInfo.SensitiveInfo['rules'];

/** Rules for personal data and when they take effect, oldest first: those in force and those to come. */
export interface MaskVersion {
  readonly from: Date;
  readonly rules: Rules;
}

export async function readMaskVersions(db: Queryable): Promise<readonly MaskVersion[]> {
  const { rows } = await sql<{ inForceFrom: Date; value: unknown }>`
    SELECT v.in_force_from, v.value FROM config_version v
    WHERE v.config_key = ${sensitiveInfo.SENSITIVE_INFO_KEY} AND v.subject_no = ''
      AND v.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
      AND NOT EXISTS (SELECT FROM config_version later
        WHERE later.config_key = v.config_key AND later.subject_no = v.subject_no
          AND later.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
          AND later.in_force_from > v.in_force_from AND later.in_force_from <= now())
    ORDER BY v.in_force_from`.execute(db);
  return rows.map(({ inForceFrom, value }) => ({
    from: inForceFrom,
    rules: sensitiveInfo.sensitiveInfo.parse(value).rules,
  }));
}

const rulesAt = (versions: readonly MaskVersion[], at: Date): Rules =>
  versions.findLast(({ from }) => from <= at)?.rules ?? [];

/** What rules hide beyond the floor on screen, or in a file. */
export function masksOf(rules: Rules, isFile: boolean): MasksInForce {
  const masks: Record<string, MasksInForce[keyof MasksInForce]> = {};
  for (const { fieldKey, maskRule, exportAllowed } of rules) {
    if (isFile && !exportAllowed) masks[fieldKey] = 'NOTHING';
    else if (maskRule !== 'FLOOR') masks[fieldKey] = maskRule;
  }
  return masks;
}

/** What the rules hide at a moment, and whether a file may show names in full. */
export function masksAt(versions: readonly MaskVersion[], at: Date, isFile: boolean) {
  const rules = rulesAt(versions, at);
  const hidesNames =
    isFile && rules.some(({ fieldKey, exportAllowed }) => fieldKey === 'customerName' && !exportAllowed);
  return { masks: masksOf(rules, isFile), hidesNames };
}
