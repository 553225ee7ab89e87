/** Puts keys in a person's own order; keys they never placed follow in the server's order. */
export function arrange(keys: readonly string[], own: readonly string[]): readonly string[] {
  const placed = own.filter((key) => keys.includes(key));
  return [...new Set([...placed, ...keys])];
}

/** Moves a key to the place of another one. */
export function moveTo(keys: readonly string[], moved: string, target: string): readonly string[] {
  const to = keys.indexOf(target);
  if (to === -1 || moved === target) return keys;
  const others = keys.filter((key) => key !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Moves a key by some places, within the ends. */
export function moveBy(keys: readonly string[], moved: string, places: number): readonly string[] {
  const target = keys[keys.indexOf(moved) + places];
  return target === undefined ? keys : moveTo(keys, moved, target);
}

function storageKey(userNo: string): string {
  return `kituo_home_tiles_${userNo}`;
}

/** The order a person gave their tiles in this browser; empty where they gave none. */
export function readOwnOrder(userNo: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userNo)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

export function keepOwnOrder(userNo: string, keys: readonly string[]): void {
  try {
    localStorage.setItem(storageKey(userNo), JSON.stringify(keys));
  } catch {
    // A full storage costs the order, nothing else.
  }
}
