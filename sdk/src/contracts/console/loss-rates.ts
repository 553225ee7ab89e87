import * as z from 'zod/mini';

/** IMPAIRMENT_STAGE, of IFRS 9 5.5.3 and 5.5.5. */
export const impairmentStage = z.enum(['S1', 'S2', 'S3']);
/** IMPAIRMENT_BUCKET: days past due of a loan's oldest unpaid bill. */
export const impairmentBucket = z.enum(['D0', 'D1_30', 'D31_60', 'D61_89', 'D90_179', 'D180']);
export type ImpairmentBucket = z.output<typeof impairmentBucket>;

/** Each bucket with its first day past due and what its fields are called. */
export const BUCKETS = [
  { bucket: 'D0', from: 0, field: 'notDue' },
  { bucket: 'D1_30', from: 1, field: 'to30' },
  { bucket: 'D31_60', from: 31, field: 'to60' },
  { bucket: 'D61_89', from: 61, field: 'to89' },
  { bucket: 'D90_179', from: 90, field: 'to179' },
  { bucket: 'D180', from: 180, field: 'over179' },
] as const satisfies readonly { bucket: ImpairmentBucket; from: number; field: string }[];

/** The latest first day of stage 2 by IFRS 9 5.5.11 (more than 30 days past due), unless rebutted. */
export const PRESUMED_STAGE_2 = 31;
/** The latest first day of stage 3 by IFRS 9 B5.5.37 (90 days past due), unless rebutted. */
export const PRESUMED_STAGE_3 = 90;

export const LOSS_RATES_KEY = 'impairment.lossRates';

const percent = z.number().check(
  z.minimum(0, '0 to 100%'),
  z.maximum(100, '0 to 100%'),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most 2 decimals'),
);
type Field = (typeof BUCKETS)[number]['field'];
const rates = Object.fromEntries(
  BUCKETS.flatMap(({ field }) => [
    [`${field}PdPct`, percent],
    [`${field}LgdPct`, percent],
  ]),
) as Record<`${Field}${'PdPct' | 'LgdPct'}`, typeof percent>;
type Defaults = Readonly<Record<`${Field}PdPct`, number>>;

/**
 * Expected loss by days past due: the loss rate of a bucket is its probability of default times the loss given default.
 * Stages begin with a bucket, so that each bucket lies in one stage.
 */
export const lossRates = z
  .strictObject({
    stage2FromDays: z.enum(['D1', 'D31', 'D61']),
    stage3FromDays: z.enum(['D31', 'D61', 'D90', 'D180']),
    /** Why a presumption of 30 or 90 days does not hold; needed where a stage begins later. */
    rebuttal: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(500))), null),
    ...rates,
  })
  .check(
    z.refine(({ stage2FromDays, stage3FromDays }) => daysOf(stage3FromDays) > daysOf(stage2FromDays), {
      error: 'Stage 3 begins after stage 2',
      path: ['stage3FromDays'],
    }),
    z.refine(
      ({ stage2FromDays, stage3FromDays, rebuttal }) =>
        (rebuttal ?? '') !== '' || !isLate(stage2FromDays, stage3FromDays),
      {
        error: 'Say why the 30 or 90 day presumption is rebutted',
        path: ['rebuttal'],
      },
    ),
    ...BUCKETS.map(({ field, from }) =>
      z.refine<Defaults & { readonly stage3FromDays: string }>(
        (value) => from < daysOf(value.stage3FromDays) || value[`${field}PdPct`] === 100,
        { error: 'Loans in stage 3 are in default: 100%', path: [`${field}PdPct`] },
      ),
    ),
    ...BUCKETS.slice(1).map(({ field }, index) =>
      z.refine<Defaults>((value) => value[`${field}PdPct`] >= value[`${BUCKETS[index]?.field ?? field}PdPct`], {
        error: 'Not below the earlier bucket',
        path: [`${field}PdPct`],
      }),
    ),
  );
export type LossRates = z.output<typeof lossRates>;

/** `D31` is 31 days past due. */
const daysOf = (code: string): number => Number(code.slice(1));
const isLate = (stage2: string, stage3: string): boolean =>
  daysOf(stage2) > PRESUMED_STAGE_2 || daysOf(stage3) > PRESUMED_STAGE_3;
