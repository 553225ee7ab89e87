import * as z from 'zod/mini';

/** Whole cents of a Kenyan shilling. */
export const cents = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** The parts of what a bill owes, in the order in which a payment reaches them by default. */
export const component = z.enum([
  'LATE_FEE',
  'LIQUIDATED_DAMAGES',
  'EXTENSION_SERVICE_FEE',
  'MANAGEMENT_FEE',
  'SERVICE_FEE',
  'EXCISE',
  'INTEREST',
  'PRINCIPAL',
]);

/** So much of one component of a bill. */
export const billPart = z.object({
  billNo: z.string(),
  component,
  amountCents: z.number(),
});

/** What a bill owes, a component each; all of them named. */
export const componentAmounts = z.record(component, z.number());
