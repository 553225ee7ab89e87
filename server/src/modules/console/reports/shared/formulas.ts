import { type Counted, type Derived, type Measure, share } from '../engine/source.ts';

/** A measure's name in both languages. */
export type Words = readonly [en: string, zh: string];

/** Counts rows. */
export const counted = ([en, zh]: Words, source: string, formula: string, where: string): Counted => ({
  en,
  zh,
  formula,
  where,
  source,
  aggregate: 'sum',
  value: '1',
});
/** Counts different values: customers, cases. */
export const different = (words: Words, source: string, formula: string, where: string, value: string): Counted => ({
  ...counted(words, source, formula, where),
  aggregate: 'distinct',
  value,
});
/** Sums cents. */
export const cents = (words: Words, source: string, formula: string, where: string, value: string): Counted => ({
  ...counted(words, source, formula, where),
  value,
  unit: 'CENTS',
});
/** One part in percent of another. */
export const ratio = ([en, zh]: Words, formula: string, part: string, whole: string): Derived => ({
  en,
  zh,
  formula,
  ...share(part, whole),
});
/** One part divided by another, rounded to whole cents; null over 0. */
export const centsEach = ([en, zh]: Words, formula: string, part: string, whole: string): Derived => ({
  en,
  zh,
  formula,
  parts: [part, whole],
  from: (row) => (row.of(whole) === 0 ? null : Math.round(row.of(part) / row.of(whole))),
});
/** A measure of another report, to show the very same figure. Throws at the start where that has none of the name. */
export function sharedMeasure(measures: Readonly<Record<string, Measure>>, name: string): Measure {
  const found = measures[name];
  if (!found) throw new Error(`no report has the measure ${name}`);
  return found;
}
