/** What a frame may send in a second, calls and what it tells together; a page at work sends tens. */
export const MAX_MESSAGES = 2_000;

/** Lets more pass than a page at work sends, and tells the first too many. */
export function floodGate(flooded: () => void): () => boolean {
  let since = performance.now();
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - since > 1_000) {
      since = now;
      count = 0;
    }
    count += 1;
    if (count === MAX_MESSAGES) flooded();
    return count < MAX_MESSAGES;
  };
}
