import * as z from 'zod/mini';
import { badDebtSign, caseRow } from './collection.ts';

/** CHARGE_OFF_STATUS, as in `lending/charge-off.contract.ts`, a storey below. */
export const lossStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED']);

/** A case in the pool of bad debt, or one that may enter it. */
export const badDebtRow = z.extend(caseRow, {
  badDebtEnteredByName: z.nullable(z.string()),
  badDebtRemark: z.nullable(z.string()),
  /** Files that prove it, kept with the order. */
  evidence: z.array(z.object({ attachId: z.string(), fileName: z.string() })),
  /** Owed by its bills now, and what of it is no principal. */
  principalCents: z.number(),
  nonPrincipalCents: z.number(),
  /** Recognised as a loss on its bills, and what of it came back; null where nothing was. */
  chargedOffCents: z.nullable(z.number()),
  recoveredCents: z.nullable(z.number()),
  /** Of the newest request about its bills. */
  chargeOffStatus: z.nullable(lossStatus),
  /** Proposed last night, since when and why: for the pool, and of the pool for charge-off; null where it was not. */
  proposedOn: z.nullable(z.string()),
  proposalReasons: z.array(badDebtSign),
  /** Open cases of the order, this one included, and how many of them are in the pool. */
  orderCases: z.number(),
  orderInPool: z.number(),
});
export type BadDebtRow = z.output<typeof badDebtRow>;
