/** How rows hang together. */
export interface TreeShape<Row> {
  readonly idOf: (row: Row) => string;
  readonly childrenOf: (row: Row) => readonly Row[];
}

/** A row as it is in sight. */
export interface TreeRow<Row> {
  readonly id: string;
  readonly row: Row;
  readonly parentId: string | null;
  /** 1 at the top. */
  readonly level: number;
  /** Its place among the siblings in sight, from 1, and how many these are. */
  readonly place: number;
  readonly siblings: number;
  readonly hasChildren: boolean;
  readonly isExpanded: boolean;
  /** True where filters are set and this row itself fits them. */
  readonly isMatch: boolean;
}

/** Where a row goes: below the target, or beside it; a target of null is the top level. */
export type TreePosition = 'inside' | 'before' | 'after';
export interface TreeMove<Row> {
  readonly row: Row;
  readonly target: Row | null;
  readonly position: TreePosition;
}

/** All rows by id with their parents, in the order of the tree. */
export function indexTree<Row>(
  roots: readonly Row[],
  shape: TreeShape<Row>,
): ReadonlyMap<string, { readonly row: Row; readonly parentId: string | null }> {
  const index = new Map<string, { row: Row; parentId: string | null }>();
  const add = (rows: readonly Row[], parentId: string | null): void => {
    for (const row of rows) {
      const id = shape.idOf(row);
      index.set(id, { row, parentId });
      add(shape.childrenOf(row), id);
    }
  };
  add(roots, null);
  return index;
}

/** The rows that fit, and those above them: what a filtered tree shows open. */
export function matchTree<Row>(
  roots: readonly Row[],
  shape: TreeShape<Row>,
  isMatch: (row: Row) => boolean,
): { readonly matches: ReadonlySet<string>; readonly above: ReadonlySet<string> } {
  const matches = new Set<string>();
  const above = new Set<string>();
  const visit = (row: Row): boolean => {
    const id = shape.idOf(row);
    const hasMatchBelow = shape.childrenOf(row).map(visit).includes(true);
    if (hasMatchBelow) above.add(id);
    const fits = isMatch(row);
    if (fits) matches.add(id);
    return fits || hasMatchBelow;
  };
  roots.forEach(visit);
  return { matches, above };
}

/** Lays what is in sight flat. Below a match everything can be opened; elsewhere only ways to matches are shown. */
export function layFlat<Row>(
  roots: readonly Row[],
  shape: TreeShape<Row>,
  state: {
    readonly isExpanded: (id: string, level: number) => boolean;
    /** Null where no filter is set. */
    readonly found: ReturnType<typeof matchTree> | null;
  },
): readonly TreeRow<Row>[] {
  const { found } = state;
  const flat: TreeRow<Row>[] = [];
  const lay = (rows: readonly Row[], parentId: string | null, level: number, isBelowMatch: boolean): void => {
    const shown = rows.filter((row) => {
      const id = shape.idOf(row);
      return found === null || isBelowMatch || found.matches.has(id) || found.above.has(id);
    });
    shown.forEach((row, index) => {
      const id = shape.idOf(row);
      const children = shape.childrenOf(row);
      const isMatch = found?.matches.has(id) ?? false;
      const isExpanded = children.length > 0 && state.isExpanded(id, level);
      flat.push({
        id,
        row,
        parentId,
        level,
        isExpanded,
        isMatch,
        place: index + 1,
        siblings: shown.length,
        hasChildren: children.length > 0,
      });
      if (isExpanded) lay(children, id, level + 1, isBelowMatch || isMatch);
    });
  };
  lay(roots, null, 1, false);
  return flat;
}

/** Why a move changes nothing or would close a ring; null where it may be made. */
export function faultOfMove<Row>(
  roots: readonly Row[],
  shape: TreeShape<Row>,
  move: TreeMove<Row>,
): 'own' | 'same' | null {
  const index = indexTree(roots, shape);
  const id = shape.idOf(move.row);
  const targetId = move.target === null ? null : shape.idOf(move.target);
  const parentId = newParentId(index, move, shape);
  for (let at = parentId; at !== null; at = index.get(at)?.parentId ?? null) {
    if (at === id) return 'own';
  }
  if (targetId === id) return 'own';
  const isSameParent = (index.get(id)?.parentId ?? null) === parentId;
  return isSameParent && move.position === 'inside' ? 'same' : null;
}

function newParentId<Row>(
  index: ReturnType<typeof indexTree<Row>>,
  move: TreeMove<Row>,
  shape: TreeShape<Row>,
): string | null {
  if (move.target === null) return null;
  const targetId = shape.idOf(move.target);
  return move.position === 'inside' ? targetId : (index.get(targetId)?.parentId ?? null);
}
