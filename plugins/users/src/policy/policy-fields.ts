import type { config } from '@kituo/sdk/contracts';
import {
  CONFIG_VERSION_STATUS,
  count,
  day,
  defineColumns,
  defineFilters,
  oneOf,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import type { Column } from '@kituo/sdk/page';

export type VersionRow = config.ConfigVersion;
type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Rules of the whole house; sections' own configuration stands on their pages. */
export const isPolicyRule = (configKey: string): boolean =>
  configKey.startsWith('makerChecker.') || configKey.startsWith('signIn.');

/** The rules for passwords, as far as what came over the wire has them. */
export interface PasswordRules {
  readonly minLength: number | null;
  readonly remembered: number | null;
  readonly maxAgeDays: number | null;
}

export function passwordRulesIn(value: unknown): PasswordRules {
  const facts: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  const at = (name: keyof PasswordRules) => {
    const found = facts[name];
    return typeof found === 'number' ? found : null;
  };
  return { minLength: at('minLength'), remembered: at('remembered'), maxAgeDays: at('maxAgeDays') };
}

/** What a version says, in words: one line each. */
export function linesOf(value: unknown, t: Translate): string[] {
  if (value === null || value === undefined) return [t('house.nothing')];
  if (typeof value === 'boolean') return [t(value ? 'ON_OFF.ON' : 'ON_OFF.OFF')];
  const { minLength, remembered, maxAgeDays } = passwordRulesIn(value);
  return [
    t('house.minLength', { count: minLength ?? 0 }),
    t('house.remembered', { count: remembered ?? 0 }),
    maxAgeDays === null ? t('house.neverOld') : t('house.maxAge', { count: maxAgeDays }),
  ];
}

export const versionFilters = defineFilters({
  versionStatus: oneOf(CONFIG_VERSION_STATUS),
  isDecidable: yesNo(),
});

export const versionColumnsIn = (t: Translate): readonly Column<VersionRow>[] =>
  defineColumns<VersionRow>([
    text('title', { width: 260 }),
    several('value', (row) => linesOf(row.value, t), { width: 200 }),
    status('versionStatus', CONFIG_VERSION_STATUS, { width: 124 }),
    day('effectiveFrom'),
    text('makerName', { width: 150 }),
    text('checkerName', { width: 150 }),
    text('reason', { width: 220 }),
    time('updatedAt', { sortable: true, width: 170 }),
    count('versionNo', { width: 100 }),
    text('decisionReason', { width: 220 }),
  ]);
