/** Something that several wallets share. */
export interface Shared {
  readonly because: 'DEVICE' | 'PAYEE' | 'INVITEE';
  readonly customerNos: readonly string[];
}

interface Group {
  readonly customerNos: readonly string[];
  /** What links them, each once, in alphabetical order. */
  readonly because: readonly Shared['because'][];
}

/** One person who invites another is what invitations are for; a chain of so many is looked at. */
const CHAIN = 3;

/**
 * The groups of wallets that hang together by what they share, however long the way. Two who are linked by an
 * invitation alone are no group; from three on a chain is one.
 */
export function linkedGroups(shared: readonly Shared[]): Group[] {
  const parent = new Map<string, string>();
  const rootOf = (customerNo: string): string => {
    let root = customerNo;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next;
    parent.set(customerNo, root);
    return root;
  };
  for (const { customerNos } of shared) {
    const [first, ...others] = customerNos;
    if (first === undefined) continue;
    for (const other of others) parent.set(rootOf(other), rootOf(first));
  }
  const groups = new Map<string, { customerNos: Set<string>; because: Set<Shared['because']> }>();
  for (const { because, customerNos } of shared) {
    for (const customerNo of customerNos) {
      const root = rootOf(customerNo);
      const group = groups.get(root) ?? { customerNos: new Set(), because: new Set() };
      group.customerNos.add(customerNo);
      group.because.add(because);
      groups.set(root, group);
    }
  }
  return [...groups.values()]
    .map(({ customerNos, because }) => ({
      customerNos: [...customerNos].toSorted(),
      because: [...because].toSorted(),
    }))
    .filter(({ customerNos, because }) => customerNos.length >= CHAIN || because.some((one) => one !== 'INVITEE'));
}
