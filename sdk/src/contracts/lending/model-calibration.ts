import * as z from 'zod/mini';
import { SCORES } from './scorecard.ts';

/**
 * What a model states of its scores: so many good loans for each bad one at a score, and how many points more double
 * them. All three, or none; a version from before they could be stated has none.
 */
export const statedScale = {
  oddsScore: z.optional(
    z.nullable(z.int().check(z.minimum(SCORES.least, '0 to 1,000'), z.maximum(SCORES.most, '0 to 1,000'))),
  ),
  oddsAtScore: z.optional(z.nullable(z.int().check(z.minimum(1, '1 to 10,000'), z.maximum(10_000, '1 to 10,000')))),
  pointsToDouble: z.optional(z.nullable(z.int().check(z.minimum(1, '1 to 1,000'), z.maximum(1_000, '1 to 1,000')))),
};
export interface StatedScale {
  readonly oddsScore?: number | null | undefined;
  readonly oddsAtScore?: number | null | undefined;
  readonly pointsToDouble?: number | null | undefined;
}

/** The field that is missing where some of a scale is stated; null where all of it is, or nothing. */
export function scaleFault(of: StatedScale): keyof StatedScale | null {
  const fields = ['oddsScore', 'oddsAtScore', 'pointsToDouble'] as const;
  const missing = fields.filter((field) => (of[field] ?? null) === null);
  return missing.length === fields.length ? null : (missing[0] ?? null);
}

const calibratedLevel = z.object({
  /** Null: all levels together. */
  modelLevel: z.nullable(z.string()),
  /** Loans that were repaid without a long delay, or are over 30 days late. */
  known: z.number(),
  bad: z.number(),
  /** Share of bad loans with its 95 % bounds, in per cent; null without loans. */
  observed: z.nullable(z.object({ percent: z.number(), low: z.number(), high: z.number() })),
  /** What the line expects of these very loans, in per cent; null without a line. */
  linePercent: z.nullable(z.number()),
  /** What the model states of them; null where it states nothing. */
  statedPercent: z.nullable(z.number()),
  /** Whether the stated share is outside the bounds of the observed one. */
  isOff: z.boolean(),
});

/** How the odds of good to bad loans rise with the score, beside what the model states. */
export const calibrated = z.object({
  /** Versions that score as the one in force does: loans that any of them scored are read. */
  versionNos: z.array(z.number()),
  good: z.number(),
  bad: z.number(),
  /** Bands of 50 points, joined until each has enough good and enough bad loans. */
  bands: z.array(
    z.object({
      label: z.string(),
      good: z.number(),
      bad: z.number(),
      /** Good loans for each bad one. */
      odds: z.number(),
      lineOdds: z.nullable(z.number()),
    }),
  ),
  /** The logarithm of the odds as a line of the score; `lack` says why there is none. */
  line: z.nullable(
    z.object({
      /** Points that double the odds, with 95 % bounds. */
      pointsToDouble: z.number(),
      low: z.number(),
      high: z.number(),
      /** How much of the difference between bands the line explains, 0 to 1. */
      rSquared: z.number(),
    }),
  ),
  lack: z.nullable(z.enum(['FEW_LOANS', 'NO_SLOPE'])),
  stated: z.nullable(z.object({ oddsScore: z.number(), oddsAtScore: z.number(), pointsToDouble: z.number() })),
  levels: z.array(calibratedLevel),
});
export type Calibrated = z.output<typeof calibrated>;
