import { role } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';

/** Names of pages and operations by their key; the key itself where the menu no longer knows it. */
export function usePermissionNames(): (key: string) => string {
  const tree = useDetail(role.tree, {});
  const names = new Map<string, string>();
  const add = (nodes: readonly role.Permission[], above: string): void => {
    for (const node of nodes) {
      const isCode = node.kind === 'CODE' && above !== '';
      names.set(node.key, isCode ? `${above}: ${node.name}` : node.name);
      add(node.children, node.kind === 'PAGE' ? node.name : above);
    }
  };
  add(tree.data ?? [], '');
  return (key) => names.get(key) ?? key;
}
