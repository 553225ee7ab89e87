import type { ReactNode } from 'react';
import { eatDay } from '../../format/dates.ts';
import type { ConfigVersion } from '../../contracts/platform/config.contract.ts';

/** Kenya has no daylight saving time. */
const DAY_MS = 86_400_000;

/** The fields of a family's form. */
export type VersionValues = Readonly<Record<string, unknown>>;

/** A family of configuration: its key, and how its value is filled in and read. */
export interface VersionedFamily {
  /** `merchant.contactHours` */
  readonly configKey: string;
  /** Of which thing, where each has a configuration of its own. */
  readonly subjectNo?: string;
  /** True where a version applies to whole days: from tomorrow at the earliest. */
  readonly isWholeDays?: boolean;
  /** In the order of the form; comparisons have the same. Their titles are the texts `field.<name>`. */
  readonly fields: readonly string[];
  /** The fields of its form, without day and reason. */
  readonly form: () => ReactNode;
  /** The value as the form's fields hold it; each field by its name unless given. */
  readonly valuesOf?: (value: unknown) => VersionValues;
  /** What of the form becomes the value; the fields unless given. */
  readonly valueOf?: (values: VersionValues) => unknown;
  /** A field's value in words, in lists and comparisons; undefined leaves it to the kit. */
  readonly draw?: (field: string, value: unknown) => ReactNode;
}

/** What a new version starts with: what holds now, or a draft that is gone on with. */
export interface VersionStart {
  readonly family: VersionedFamily;
  readonly title: string;
  readonly value: unknown;
  /** Absent for a new one. */
  readonly draft?: ConfigVersion;
}

/**
 * Defines a family once; its page is `VersionedList` and nothing else.
 *
 * @example
 * const contactHours = defineVersions({
 *   configKey: 'merchant.contactHours',
 *   fields: ['startsAt', 'endsAt'],
 *   form: () => <><TimeOfDay name="startsAt" /><TimeOfDay name="endsAt" /></>,
 * });
 */
export function defineVersions<const F extends VersionedFamily>(family: F): F {
  return family;
}

/** The first day, `2026-11-21` in EAT, from which a version that is drafted now can apply. */
export function firstDayOf({ isWholeDays = false }: Pick<VersionedFamily, 'isWholeDays'>): string {
  return eatDay(Date.now() + (isWholeDays ? DAY_MS : 0));
}

/** A value by the fields of its family. */
export function fieldsOfValue(family: VersionedFamily, value: unknown): VersionValues {
  if (family.valuesOf !== undefined) return family.valuesOf(value);
  const held: VersionValues = typeof value === 'object' && value !== null ? { ...value } : {};
  return Object.fromEntries(family.fields.map((field) => [field, held[field] ?? null]));
}

/** What is sent of a form. */
export function valueOfFields(family: VersionedFamily, values: VersionValues): unknown {
  // Every object has a `valueOf`: only one that the family brings itself says what of the form is sent.
  if (Object.hasOwn(family, 'valueOf') && family.valueOf !== undefined) return family.valueOf(values);
  return Object.fromEntries(family.fields.map((field) => [field, values[field]]));
}
