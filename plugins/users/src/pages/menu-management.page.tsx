import { useText } from '@kituo/sdk';
import { PageTabs, useApprovalCounts } from '@kituo/sdk/page';
import type { ChangeRow } from '../changes/change-fields.ts';
import { ChangesTab } from '../changes/changes.tab.tsx';
import { PlainFacts } from '../changes/plain-facts.tsx';
import { MenuPreview } from '../menus/menu-preview.tsx';
import { MenuTree } from '../menus/menu-tree.tsx';
import '../menus/menus.css';

/** Rules that change stand by the role they are of; all else by its fields. */
function factsOf({ kind, before, after }: ChangeRow) {
  const nameOf = kind === 'menu.dataRules' ? (roleName: string) => roleName : undefined;
  return <PlainFacts before={before} after={after} {...(nameOf && { nameOf })} />;
}

/** What is in the menu, in which order and words, and which rows a page may show. */
export function MenuManagementPage() {
  const t = useText();
  const waiting = useApprovalCounts();
  return (
    <PageTabs
      label={t('menus.title')}
      tabs={[
        { name: 'menu', content: () => <MenuTree /> },
        { name: 'preview', content: () => <MenuPreview /> },
        { name: 'changes', ...waiting('CHANGE'), content: () => <ChangesTab family="menu" facts={factsOf} /> },
      ]}
    />
  );
}
