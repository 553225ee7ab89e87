import type { Cents } from '../../platform/ledger/index.ts';

export interface SplitLoan {
  readonly orderNo: string;
  /** A payment made before this moment cannot pay the loan. */
  readonly lentAt: Date;
  /** In the order in which a payment reaches them; each owes something. */
  readonly bills: readonly { readonly billNo: string; readonly owedCents: Cents }[];
}
export interface SplitFlow {
  readonly flowNo: string;
  readonly paidAt: Date;
  readonly writableCents: Cents;
}
export interface LoanShare {
  readonly orderNo: string;
  readonly uses: readonly { readonly flowNo: string; readonly amountCents: Cents }[];
}

interface Choice {
  readonly costCents: Cents;
  /** How many bills of each loan are paid in full, in the order of the loans. */
  readonly counts: readonly number[];
}

/**
 * The split of a customer's payments that settles most bills of all their loans. A payment reaches a loan's bills
 * oldest first and no loan that began after it; of two splits that settle as many, the cheaper one, so that most is
 * left for the next bill. What is left goes to the bill that is due first.
 */
export function bestSplit(loans: readonly SplitLoan[], flows: readonly SplitFlow[]): LoanShare[] {
  // The newest loan first: what may pay it may pay all that follow.
  const ordered = loans.toSorted((left, right) => right.lentAt.getTime() - left.lentAt.getTime());
  const chosen = settlingMost(ordered, flows);
  const left = new Map(flows.map(({ flowNo, writableCents }) => [flowNo, writableCents]));
  const shares = ordered.map((loan, index) => {
    const paid = loan.bills.slice(0, chosen.counts[index] ?? 0);
    return { loan, uses: take(loan, sumOf(paid), flows, left) };
  });
  for (const share of inOrderOfLoans(loans, shares)) {
    const { loan, uses } = share;
    const usedCents = [...uses.values()].reduce((sum, cents) => sum + cents, 0);
    for (const [flowNo, cents] of take(loan, sumOf(loan.bills) - usedCents, flows, left)) {
      uses.set(flowNo, (uses.get(flowNo) ?? 0) + cents);
    }
  }
  return inOrderOfLoans(loans, shares).flatMap(({ loan: { orderNo }, uses }) =>
    uses.size === 0 ? [] : [{ orderNo, uses: [...uses].map(([flowNo, amountCents]) => ({ flowNo, amountCents })) }],
  );
}

/** For each number of bills the cheapest way to settle them, loan by loan; the last that the payments reach. */
function settlingMost(loans: readonly SplitLoan[], flows: readonly SplitFlow[]): Choice {
  let best: (Choice | undefined)[] = [{ costCents: 0, counts: [] }];
  for (const { lentAt, bills } of loans) {
    const reachCents = flows
      .filter(({ paidAt }) => paidAt >= lentAt)
      .reduce((sum, { writableCents }) => sum + writableCents, 0);
    const next: (Choice | undefined)[] = [];
    for (const [settled, before] of best.entries()) {
      if (before === undefined) continue;
      for (let count = 0; count <= bills.length; count += 1) {
        const costCents = before.costCents + sumOf(bills.slice(0, count));
        if (count > 0 && costCents > reachCents) break;
        const known = next[settled + count];
        if (known !== undefined && known.costCents <= costCents) continue;
        next[settled + count] = { costCents, counts: [...before.counts, count] };
      }
    }
    best = next;
  }
  return best.findLast((choice) => choice !== undefined) ?? { costCents: 0, counts: [] };
}

/** Takes so much of the payments that may pay the loan, the oldest first; less where they have less. */
function take(
  { lentAt }: SplitLoan,
  amountCents: Cents,
  flows: readonly SplitFlow[],
  left: Map<string, Cents>,
): Map<string, Cents> {
  const uses = new Map<string, Cents>();
  let wantedCents = amountCents;
  for (const { flowNo, paidAt } of flows.toSorted((one, two) => one.paidAt.getTime() - two.paidAt.getTime())) {
    const takenCents = paidAt < lentAt ? 0 : Math.min(wantedCents, left.get(flowNo) ?? 0);
    if (takenCents === 0) continue;
    uses.set(flowNo, takenCents);
    left.set(flowNo, (left.get(flowNo) ?? 0) - takenCents);
    wantedCents -= takenCents;
  }
  return uses;
}

const sumOf = (bills: SplitLoan['bills']): Cents => bills.reduce((sum, { owedCents }) => sum + owedCents, 0);

const inOrderOfLoans = <Share extends { readonly loan: SplitLoan }>(
  loans: readonly SplitLoan[],
  shares: readonly Share[],
): Share[] => shares.toSorted((left, right) => loans.indexOf(left.loan) - loans.indexOf(right.loan));
