import * as z from 'zod/mini';

const weight = z.int().check(z.minimum(0, '0 to 100'), z.maximum(100, '0 to 100'));

/** How the cases of a level are divided. */
export const levelRule = z
  .strictObject({
    /** False: cases of this level wait in the pool for a person. */
    isDivided: z.boolean(),
    /** What counts as load: cases, or what was owed as they came. */
    divisionMode: z.enum(['COUNT', 'AMOUNT']),
    /** How much of a full load new and experienced staff take, in percent. */
    newStaffWeight: weight,
    oldStaffWeight: weight,
    /** New staff get no case that owed more as it came; null: whatever it owed. */
    newStaffMaxAmountCents: z.nullable(z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1_000_000_000_00))),
    /** True: whoever has a case keeps it as it comes to this level. */
    keepCollector: z.boolean(),
  })
  .check(
    z.refine(({ isDivided, newStaffWeight, oldStaffWeight }) => !isDivided || newStaffWeight + oldStaffWeight > 0, {
      error: 'Choose at least one group to take them',
      path: ['oldStaffWeight'],
    }),
  );
export type LevelRule = z.output<typeof levelRule>;

/** A merchant's division of cases, a rule a level; S0 are reminders before the due date. */
export const divisionPolicy = z.strictObject({
  S0: levelRule,
  S1: levelRule,
  S2: levelRule,
  S3: levelRule,
  S4: levelRule,
  S5: levelRule,
});
export type DivisionPolicy = z.output<typeof divisionPolicy>;
