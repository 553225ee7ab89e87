import { strategyFor, type Routed } from './match.ts';
import type { MerchantRoutes } from './routes-of.ts';

/** How a passed order leaves: automatically, and who agreed to that. */
export interface Sending {
  readonly autoSend: boolean;
  readonly approverUserNo: string | null;
}

const BY_HAND: Sending = { autoSend: false, approverUserNo: null };

/** By the strategy that takes the order; where none does, somebody sends by hand once one does. */
export function sendingOf(routes: MerchantRoutes | undefined, order: Routed, at: Date): Sending {
  const strategy = strategyFor(routes?.strategies ?? [], order, at);
  if (strategy === null) return BY_HAND;
  return { autoSend: strategy.value.autoSend, approverUserNo: strategy.checkerUserNo };
}
