/** Something to tick; a branch that is only a heading has no key of its own in the value. */
export interface CheckNode {
  readonly key: string;
  readonly label: string;
  /** A smaller line: what the key is called in the data. */
  readonly hint?: string;
  /** True for headings: their state is that of what is below. */
  readonly isHeading?: boolean;
  /** True where it may be taken away but not given. */
  readonly isLocked?: boolean;
  readonly children: readonly CheckNode[];
}

export type CheckState = 'all' | 'some' | 'none';

/** The keys of a branch that count, with its own. */
export function keysOf(node: CheckNode): string[] {
  const below = node.children.flatMap(keysOf);
  return node.isHeading === true ? below : [node.key, ...below];
}

/** What of a branch can be ticked or is. */
function countedKeys(node: CheckNode, chosen: ReadonlySet<string>): string[] {
  const below = node.children.flatMap((child) => countedKeys(child, chosen));
  const counts = node.isHeading !== true && (node.isLocked !== true || chosen.has(node.key));
  return counts ? [node.key, ...below] : below;
}

/** Locked keys that are not held do not keep a branch from being all ticked. */
export function stateOf(node: CheckNode, chosen: ReadonlySet<string>): CheckState {
  const keys = countedKeys(node, chosen);
  const ticked = keys.filter((key) => chosen.has(key)).length;
  if (ticked === 0) return 'none';
  return ticked === keys.length ? 'all' : 'some';
}

/** Whether a click could do anything. */
export function isOpenToChange(node: CheckNode, chosen: ReadonlySet<string>): boolean {
  return countedKeys(node, chosen).length > 0;
}

/**
 * The keys after a click. A thing with others below it takes two: first itself alone, then all of it, then
 * nothing. Whatever is ticked ticks what it is below; what is taken away takes along what is below it.
 */
export function toggled(roots: readonly CheckNode[], node: CheckNode, chosen: ReadonlySet<string>): string[] {
  const next = new Set(chosen);
  const state = stateOf(node, chosen);
  const isOwnFirst =
    node.isHeading !== true &&
    node.isLocked !== true &&
    node.children.length > 0 &&
    !chosen.has(node.key) &&
    state === 'none';
  if (isOwnFirst) next.add(node.key);
  else if (state === 'all') for (const key of keysOf(node)) next.delete(key);
  else for (const key of countedKeys(node, chosen)) next.add(key);
  if (next.size > chosen.size) for (const above of pathTo(roots, node.key)) tick(above, next);
  return [...next].sort();
}

function tick(node: CheckNode, into: Set<string>): void {
  if (node.isHeading !== true && node.isLocked !== true) into.add(node.key);
}

/** What is above a key, the top first. */
function pathTo(roots: readonly CheckNode[], key: string): readonly CheckNode[] {
  for (const node of roots) {
    if (node.key === key) return [];
    const below = pathTo(node.children, key);
    if (below.length > 0 || node.children.some((child) => child.key === key)) {
      return [node, ...below];
    }
  }
  return [];
}
