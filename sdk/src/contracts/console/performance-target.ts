import * as z from 'zod/mini';

/** STAFF_TYPE: whose work is measured. */
export const staffType = z.enum(['COLLECTOR', 'TELEMARKETER', 'AUDITOR', 'SERVICE']);
export type StaffType = z.output<typeof staffType>;
/** EMPLOYEE_CATEGORY */
export const staffCategory = z.enum(['NEW', 'OLD']);
export type StaffCategory = z.output<typeof staffCategory>;

/** What a score is made of, by type of staff: amounts and counts are for 30 days, the others as they are shown. */
export const TARGET_MEASURES = {
  COLLECTOR: ['collectedCents', 'keptPct', 'attendancePct'],
  TELEMARKETER: ['connected', 'incomingPer100', 'loans', 'attendancePct'],
  AUDITOR: ['decisionsPerHour', 'overturnPct', 'fpd7Pct', 'attendancePct'],
  SERVICE: ['handled', 'inTimePct', 'onceOnlyPct', 'attendancePct'],
} as const satisfies Readonly<Record<StaffType, readonly string[]>>;
/** The less, the better: the target is divided by the value. */
export const INVERSE_MEASURES: ReadonlySet<string> = new Set(['overturnPct', 'fpd7Pct']);
/** Measures whose target is for 30 days. */
export const MONTHLY_MEASURES: ReadonlySet<string> = new Set(['collectedCents', 'connected', 'loans', 'handled']);

/** `performanceTarget.collectorNew` */
export const targetKey = (type: StaffType, category: StaffCategory): string =>
  `performanceTarget.${type.toLowerCase()}${category === 'NEW' ? 'New' : 'Old'}`;

const target = z.number().check(z.positive('Must be above 0'), z.maximum(1_000_000_000_000));
const weight = z.int().check(z.minimum(0, '0 to 100%'), z.maximum(100, '0 to 100%'));

/** Targets and weights of a type of staff: `keptPctTarget`, `keptPctWeight` and so on; weights add to 100. */
export const performanceTarget = (type: StaffType) =>
  z
    .strictObject(
      Object.fromEntries(
        TARGET_MEASURES[type].flatMap((measure) => [
          [`${measure}Target`, target],
          [`${measure}Weight`, weight],
        ]),
      ),
    )
    .check(
      z.refine(
        (values) => TARGET_MEASURES[type].reduce((sum, name) => sum + (values[`${name}Weight`] ?? 0), 0) === 100,
        { error: 'Weights must add to 100%', path: [`${TARGET_MEASURES[type][0]}Weight`] },
      ),
    );
export type PerformanceTarget = Readonly<Record<string, number>>;
