import { weightOf } from './weigh.ts';

/** What a frame may send in a second, calls and what it tells together; a page at work sends tens. */
export const MAX_MESSAGES = 2_000;
/** What they may weigh together, in characters; a call has a million at most. */
export const MAX_WEIGHT = 8_000_000;

/** Asked of each message: by number before it is read, and by size before anything is done about it. */
export interface FloodGate {
  readonly admits: () => boolean;
  readonly bears: (message: unknown) => boolean;
}

/** Lets more pass than a page at work sends, and tells the first too many, or too much, once. */
export function floodGate(flooded: (reason: string) => void): FloodGate {
  let since = performance.now();
  let count = 0;
  let weight = 0;
  let isOver = false;
  const over = (reason: string): void => {
    if (!isOver) flooded(reason);
    isOver = true;
  };
  return {
    admits() {
      const now = performance.now();
      if (now - since > 1_000) {
        since = now;
        count = 0;
        weight = 0;
      }
      count += 1;
      if (count >= MAX_MESSAGES) over(`more than ${MAX_MESSAGES} messages a second`);
      return !isOver;
    },
    bears(message) {
      weight += weightOf(message, MAX_WEIGHT - weight);
      if (weight > MAX_WEIGHT) over(`more than ${MAX_WEIGHT} characters a second`);
      return !isOver;
    },
  };
}
