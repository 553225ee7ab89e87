import { useEndpoint } from '../../api/use-endpoint.ts';
import { counts, type ApprovalRow } from '../../contracts/platform/approval.contract.ts';
import type { DetailTab } from '../detail/detail-tab.ts';
import { useRefreshOn } from '../list/use-refresh-on.ts';
import { useAddress } from '../platform.ts';

/** The tabs with what awaits the reader in them, wherever it is decided. Asks for nothing where no tab awaits any. */
export function useCountedTabs(tabs: readonly DetailTab[]): readonly DetailTab[] {
  const isWanted = tabs.some(({ awaits }) => awaits !== undefined);
  const { data, refetch } = useEndpoint(counts, {}, { enabled: isWanted });
  useRefreshOn('change', () => {
    if (isWanted) void refetch();
  });
  const { pages = [], subjects = [] } = data ?? {};
  // `policy.` is all keys that begin so.
  const isOf = (awaited: string, family: string) =>
    awaited.endsWith('.') ? family.startsWith(awaited) : family === awaited;
  const ofFamily = (awaited: string) =>
    pages
      .flatMap(({ families }) => Object.entries(families))
      .reduce((sum, [family, count]) => (isOf(awaited, family) ? sum + count : sum), 0);
  return tabs.map((tab) => {
    const count = waitingIn(tab.awaits);
    return count === 0 ? tab : { ...tab, count: (tab.count ?? 0) + count };
  });

  function waitingIn(awaits: DetailTab['awaits']): number {
    if (awaits === undefined) return 0;
    if (typeof awaits === 'string') return ofFamily(awaits);
    if (!('configKey' in awaits)) return awaits.reduce((sum, family) => sum + ofFamily(family), 0);
    return subjects
      .filter(({ family, subjectNo }) => family === awaits.configKey && subjectNo === awaits.subjectNo)
      .reduce((sum, { count }) => sum + count, 0);
  }
}

/**
 * How much of this page awaits the reader's approval, for the counts of its tabs: changes, or versions of a
 * configuration. Nothing to spread where nothing does.
 *
 * @example { name: 'changes', ...waiting('CHANGE'), content: () => <Changes /> }
 */
export function useApprovalCounts(): (kind: ApprovalRow['approvalKind']) => { readonly count?: number } {
  const { path } = useAddress();
  const { data, refetch } = useEndpoint(counts, {});
  useRefreshOn('change', () => void refetch());
  return (kind) => {
    const found = data?.pages.find(
      (page) => page.approvalKind === kind && page.path.toLowerCase() === path.toLowerCase(),
    );
    return found === undefined ? {} : { count: found.count };
  };
}
