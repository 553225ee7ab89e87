import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ChangesTab } from '../changes/changes.tab.tsx';
import { MenuPreview } from '../menus/menu-preview.tsx';
import { MenuTree } from '../menus/menu-tree.tsx';
import '../menus/menus.css';

/** What stands in the menu, in which order and words, and which rows a page may show. */
export function MenuManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('menus.title')}
      tabs={[
        { name: 'menu', content: () => <MenuTree /> },
        { name: 'preview', content: () => <MenuPreview /> },
        { name: 'changes', content: () => <ChangesTab family="menu" /> },
      ]}
    />
  );
}
