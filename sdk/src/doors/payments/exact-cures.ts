import type { WriteOffPlan } from './write-off-state.ts';

/** An amount that settles the oldest bills of an order and no part of another. */
export interface ExactCure {
  readonly cents: number;
  readonly termNos: readonly number[];
}

const MOST = 3;

/** What of a payment would settle bills exactly, from the oldest on: as many as it reaches, the last few. Pure. */
export function exactCures(bills: WriteOffPlan['bills'], availableCents: number): ExactCure[] {
  const cures: ExactCure[] = [];
  const open = bills
    .filter(({ billStatus }) => billStatus === 'ACTIVE')
    .toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1));
  for (const { payoffCents, termNo } of open) {
    const last = cures.at(-1);
    const cents = (last?.cents ?? 0) + payoffCents;
    if (cents > availableCents) break;
    cures.push({ cents, termNos: [...(last?.termNos ?? []), termNo] });
  }
  return cures.slice(-MOST);
}
