/**
 * What the list of orders hands to the page that returns them, and that page to itself when it is left for a
 * moment: too many numbers for an address.
 */
let handedOver: readonly string[] = [];

export function handOver(orderNos: readonly string[]): void {
  handedOver = orderNos;
}

/** What was handed over, once. */
export function takeOver(): readonly string[] {
  const taken = handedOver;
  handedOver = [];
  return taken;
}
