import { useEndpoint } from '../../api/use-endpoint.ts';
import { counts, type ApprovalRow } from '../../contracts/platform/approval.contract.ts';
import { useRefreshOn } from '../list/use-refresh-on.ts';
import { useAddress } from '../platform.ts';

/**
 * How much of each family of changes, or key of configuration, awaits the reader's approval, wherever it is decided.
 * Asks for nothing while `isWanted` is false.
 */
export function useAwaiting(isWanted: boolean): (family: string) => number {
  const { data, refetch } = useEndpoint(counts, {}, { enabled: isWanted });
  useRefreshOn('change', () => {
    if (isWanted) void refetch();
  });
  return (family) => (data?.pages ?? []).reduce((sum, { families }) => sum + (families[family] ?? 0), 0);
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
