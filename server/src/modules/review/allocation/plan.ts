import { type OrderToAllot, type Refusal, refusalOf } from './rules.ts';
import type { ReviewerFacts } from './reviewers.ts';

export type AllotMode = 'AVERAGE' | 'BY_CAP' | 'ONE_PERSON' | 'AUTO';

export interface Plan {
  /** Order → reviewer. */
  readonly given: ReadonlyMap<string, string>;
  /** Orders that find nobody, with why. */
  readonly left: ReadonlyMap<string, Refusal>;
}

interface Hand {
  readonly reviewer: ReviewerFacts;
  gets: number;
}

/**
 * Who gets which of these orders, in the order given. What is assigned on the way counts: nobody gets past
 * the cap. AVERAGE gives to whoever got fewest of these, BY_CAP to whoever has most places left, AUTO to the
 * lowest open ÷ cap; among equals somebody who speaks the customer's language, then the number.
 */
export function planAllotment(
  orders: readonly OrderToAllot[],
  reviewers: readonly ReviewerFacts[],
  mode: AllotMode,
): Plan {
  const hands: Hand[] = reviewers
    .filter((reviewer) => mode !== 'AUTO' || reviewer.joinAutoAllot)
    .map((reviewer) => ({ reviewer, gets: 0 }));
  const given = new Map<string, string>();
  const left = new Map<string, Refusal>();
  for (const order of orders) {
    const open = hands.filter((hand) => refusalOf(nowOf(hand), order) === null);
    const [next] = open.sort((one, other) => compare(one, other, mode, order));
    if (next === undefined) {
      left.set(order.orderNo, whyNobody(hands, order));
      continue;
    }
    next.gets += 1;
    given.set(order.orderNo, next.reviewer.userNo);
  }
  return { given, left };
}

/** A reviewer with what this plan has given them so far. */
function nowOf({ reviewer, gets }: Hand): ReviewerFacts {
  return { ...reviewer, open: reviewer.open + gets, places: Math.max(0, reviewer.places - gets) };
}

function compare(one: Hand, other: Hand, mode: AllotMode, order: OrderToAllot): number {
  const difference = weightOf(one, mode) - weightOf(other, mode);
  if (difference !== 0) return difference;
  const language = Number(speaks(other, order)) - Number(speaks(one, order));
  if (language !== 0) return language;
  return one.reviewer.userNo < other.reviewer.userNo ? -1 : 1;
}

/** The lowest gets the next order. */
function weightOf(hand: Hand, mode: AllotMode): number {
  const { open, places, dailyCap } = nowOf(hand);
  switch (mode) {
    case 'AVERAGE':
    case 'ONE_PERSON':
      return hand.gets;
    case 'BY_CAP':
      return -places;
    case 'AUTO':
      return dailyCap === 0 ? Infinity : open / dailyCap;
  }
}

function speaks({ reviewer }: Hand, { speakingLanguage }: OrderToAllot): boolean {
  return speakingLanguage !== null && reviewer.languages.includes(speakingLanguage);
}

/** Of one person the reason itself; of several that there was nobody. */
function whyNobody(hands: readonly Hand[], order: OrderToAllot): Refusal {
  const [only, ...others] = hands;
  const reason = only && others.length === 0 ? refusalOf(nowOf(only), order) : null;
  return reason ?? { error: 'NO_AUDITOR_FREE' };
}
