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

/** Pages (lower-cased) by the operations below them in the menu; read only where a rule names screens. */
export type CodePages = ReadonlyMap<string, readonly string[]>;

export async function readCodePages(db: Queryable, versions: readonly MaskVersion[]): Promise<CodePages> {
  const isNamed = versions.some(({ rules }) =>
    rules.some(({ tailScreens, hiddenScreens, noFileScreens }) =>
      [tailScreens, hiddenScreens, noFileScreens].some((screens) => screens.length > 0),
    ),
  );
  if (!isNamed) return new Map();
  const { rows } = await sql<{ code: string; pages: string[] }>`
    SELECT op.perms AS code, array_agg(DISTINCT lower(m.perms)) AS pages
    FROM menu op JOIN menu m ON m.menu_no = op.parent_menu_no
    WHERE op.menu_type = 'OPERATION' AND m.menu_type = 'PAGE' GROUP BY 1`.execute(db);
  return new Map(rows.map(({ code, pages }) => [code, pages]));
}

const rulesAt = (versions: readonly MaskVersion[], at: Date): Rules =>
  versions.findLast(({ from }) => from <= at)?.rules ?? [];

const STRENGTH = { FLOOR: 0, TAIL: 1, NOTHING: 2 } as const;
type Strength = keyof typeof STRENGTH;
const stronger = (one: Strength, other: Strength): Strength => (STRENGTH[one] >= STRENGTH[other] ? one : other);

/** Pure. What hides more of each kind of value. */
export function strictest(one: MasksInForce, other: MasksInForce): MasksInForce {
  const masks: Record<string, MasksInForce[keyof MasksInForce]> = { ...one };
  for (const [field, mask] of Object.entries(other)) {
    const both = stronger(masks[field] ?? 'FLOOR', mask);
    if (both !== 'FLOOR') masks[field] = both;
  }
  return masks;
}

/** Whether a rule's list names one of the pages, which are lower-cased. */
const names = (screens: readonly string[], pages: readonly string[]): boolean =>
  screens.some((screen) => pages.includes(screen.toLowerCase()));

function strengthOf(rule: Rules[number], isFile: boolean, pages: readonly string[]): Strength {
  if (isFile && (!rule.exportAllowed || names(rule.noFileScreens, pages))) return 'NOTHING';
  if (names(rule.hiddenScreens, pages)) return 'NOTHING';
  return names(rule.tailScreens, pages) ? stronger(rule.maskRule, 'TAIL') : rule.maskRule;
}

/** What rules hide beyond the floor on these pages (lower-cased), or in a file of theirs. */
export function masksOf(rules: Rules, isFile: boolean, pages: readonly string[] = []): MasksInForce {
  const masks: Record<string, MasksInForce[keyof MasksInForce]> = {};
  for (const rule of rules) {
    const strength = strengthOf(rule, isFile, pages);
    if (strength !== 'FLOOR') masks[rule.fieldKey] = strength;
  }
  return masks;
}

/** What the rules hide at a moment on these pages, and whether their file may show names in full. */
export function masksAt(versions: readonly MaskVersion[], at: Date, isFile: boolean, pages: readonly string[] = []) {
  const rules = rulesAt(versions, at);
  const hidesNames =
    isFile &&
    rules.some(
      ({ fieldKey, exportAllowed, noFileScreens }) =>
        fieldKey === 'customerName' && (!exportAllowed || names(noFileScreens, pages)),
    );
  return { masks: masksOf(rules, isFile, pages), hidesNames };
}
