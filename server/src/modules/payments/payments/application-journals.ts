import type { quoteRollover } from '../../lending/bills/index.ts';
import {
  type Amounts,
  amounts,
  type BillPart,
  billPostings,
  type Cents,
  flowPostings,
  type NewJournal,
  partsOf,
  type PostingLine,
} from '../../platform/ledger/index.ts';
import type { Decision } from './decide-application.ts';
import type { LockedLoan } from './loan-lock.ts';
import type { Recovery } from './recoveries.ts';

/** What of a decision one flow pays. */
export interface FlowShare {
  readonly flowNo: string;
  readonly parts: readonly BillPart[];
  readonly recoveries: readonly Recovery[];
  readonly surplusCents: Cents;
  /** Parts and recoveries. */
  readonly appliedCents: Cents;
}

/**
 * Hands a decision's parts out to the flows that pay it: the first flow pays the first parts. What of a part
 * a flow cannot pay, the next one does.
 */
export function sharesOf(
  { parts, surplusCents }: Pick<Decision, 'parts' | 'surplusCents'>,
  recoveries: readonly Recovery[],
  uses: readonly { readonly flowNo: string; readonly amountCents: Cents }[],
): FlowShare[] {
  const open = [
    ...parts.map((part) => ({ ...part, claimCents: null })),
    ...recoveries.map((part) => ({ ...part, component: null })),
  ].map((part) => ({ part, leftCents: part.amountCents }));
  let surplusLeft = surplusCents;
  return uses.map(({ flowNo, amountCents }) => {
    let left = amountCents;
    const paid: BillPart[] = [];
    const recovered: Recovery[] = [];
    for (const one of open) {
      const taken = Math.min(left, one.leftCents);
      if (taken === 0) continue;
      const { part } = one;
      const { billNo } = part;
      if (part.component !== null) {
        paid.push({ billNo, component: part.component, amountCents: taken });
      } else {
        const claimCents = part.claimCents - (part.amountCents - one.leftCents);
        recovered.push({ billNo, amountCents: taken, claimCents });
      }
      one.leftCents -= taken;
      left -= taken;
    }
    const surplus = Math.min(left, surplusLeft);
    surplusLeft -= surplus;
    const appliedCents = amountCents - left;
    return { flowNo, parts: paid, recoveries: recovered, surplusCents: surplus, appliedCents };
  });
}

export interface ShareJournal extends Pick<NewJournal, 'kind' | 'lines' | 'rule'> {
  /** Which of the shares it belongs to. */
  readonly share: number;
}

/** The journals of an application, those of each flow together, in the order in which they are posted. */
export function journalsOf(
  billNo: string,
  { order }: LockedLoan,
  facts: {
    readonly shares: readonly FlowShare[];
    readonly rollover: ReturnType<typeof quoteRollover> | undefined;
    readonly waived: Amounts | undefined;
    /** What a coupon takes off the bill. */
    readonly coupon: Amounts | undefined;
  },
): ShareJournal[] {
  const { shares, rollover, waived, coupon } = facts;
  const { customerNo, terms, productNo, productVersionNo } = order;
  const journals: ShareJournal[] = [];
  if (rollover && rollover.extensionFeeCents > 0) {
    const accrued = amounts({ EXTENSION_SERVICE_FEE: rollover.extensionFeeCents });
    journals.push({
      share: 0,
      kind: 'EXTENSION_FEE',
      lines: billPostings.accrual({ billNo, accrued }),
      rule: {
        version: `${productNo}@${productVersionNo}`,
        formula: {
          principalCents: rollover.successor.outstanding.PRINCIPAL,
          extensionRateBps: terms.extensionRateBps,
          extensionDays: terms.extensionDays,
          cutCents: rollover.cutCents,
        },
      },
    });
  }
  if (waived) {
    const parts = partsOf(waived).map((part) => ({ billNo, ...part }));
    journals.push({ share: 0, kind: 'DEDUCTION', lines: billPostings.deduction({ parts }) });
  }
  if (coupon) {
    const parts = partsOf(coupon).map((part) => ({ billNo, ...part }));
    journals.push({ share: 0, kind: 'COUPON', lines: billPostings.coupon({ parts }) });
  }
  for (const [share, { flowNo, parts, recoveries, surplusCents }] of shares.entries()) {
    const about = { flowNo, customerNo };
    for (const recovery of recoveries) {
      const lines = flowPostings.recovery({ ...about, ...recovery });
      journals.push({ share, kind: 'RECOVERY', lines });
    }
    if (parts.length > 0) {
      const lines = flowPostings.application({ ...about, parts });
      journals.push({ share, kind: 'APPLICATION', lines });
    }
    if (surplusCents > 0) {
      const lines = flowPostings.overpayment({ ...about, amountCents: surplusCents });
      journals.push({ share, kind: 'OVERPAYMENT', lines });
    }
  }
  const principalCents = rollover?.successor.outstanding.PRINCIPAL ?? 0;
  if (principalCents > 0) {
    const moved = { billNo, successorBillNo: SUCCESSOR, principalCents };
    const lines = billPostings.rollover(moved);
    journals.push({ share: shares.length - 1, kind: 'ROLLOVER', lines });
  }
  return journals;
}

const SUCCESSOR = 'successor';

/** The lines of a rollover name the bill that only the commit makes. */
export function named(line: PostingLine, successorBillNo: string | null): PostingLine {
  return line.billNo === SUCCESSOR && successorBillNo !== null ? { ...line, billNo: successorBillNo } : line;
}
