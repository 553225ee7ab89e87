import { useCan, useText } from '@kituo/sdk';
import { menu } from '@kituo/sdk/contracts';
import {
  ActionButton,
  DetailTabs,
  FilterBar,
  FormDrawer,
  PlusIcon,
  TreeOpeners,
  TreePage,
  TreeTable,
  useDetail,
  useTree,
} from '@kituo/sdk/page';
import { DataRulesForm } from '../menus/data-rules.form.tsx';
import { MenuBatch } from '../menus/menu-batch.tsx';
import { DeleteConfirm, StateConfirm } from '../menus/menu-confirms.tsx';
import { isMenuMatch, menuColumns, menuFilters } from '../menus/menu-fields.ts';
import { valuesForNew, valuesOf } from '../menus/menu-form-values.ts';
import { MenuPreview } from '../menus/menu-preview.tsx';
import { type MenuRow, rowsOf } from '../menus/menu-row.ts';
import { MenuFields } from '../menus/menu.form.tsx';
import { UnlistedPages } from '../menus/unlisted-pages.tsx';
import { lastSortOf, useMenuActions } from '../menus/use-menu-actions.ts';
import { useMenuMover } from '../menus/use-menu-mover.ts';
import '../menus/menus.css';

/** What stands in the menu, in which order and words, and which rows a page may show. */
export function MenuManagementPage() {
  const t = useText();
  const tree = useTree<typeof menu.tree, MenuRow>({
    load: menu.tree,
    request: {},
    rowsOf,
    idOf: (row) => row.menuNo,
    childrenOf: (row) => row.childList,
    filters: menuFilters,
    isMatch: isMenuMatch,
    openLevels: 0,
  });
  const unlisted = useDetail(menu.unlisted, {});
  const actions = useMenuActions(tree, unlisted.refresh);
  const mover = useMenuMover(tree, useCan('user:menu:edit'));
  const atTheTop = { parent: null, page: null, lastSort: lastSortOf(tree.roots) };

  const table = () => (
    <div className="menu-tab">
      {actions.add.isPermitted && (
        <UnlistedPages
          pages={unlisted.data ?? []}
          onTakeOver={(page) => {
            const neighbours = tree.find(page.parentMenuNo ?? '')?.childList ?? tree.roots;
            actions.add.open({ parent: null, page, lastSort: lastSortOf(neighbours) });
          }}
        />
      )}
      <FilterBar list={tree}>
        <TreeOpeners tree={tree} />
      </FilterBar>
      <TreeTable
        tree={tree}
        columns={menuColumns}
        label={t('menus.title')}
        nameOf={(row) => row.entryName}
        rowActions={actions.rowActions}
        mover={mover}
        isSelectable={actions.state.isPermitted}
      />
    </div>
  );

  return (
    <TreePage
      tree={tree}
      title={t('menus.title')}
      action={
        <ActionButton
          action={actions.add}
          subject={atTheTop}
          isPrimary
          icon={<PlusIcon aria-hidden title={false} />}
        />
      }
      batch={<MenuBatch action={actions.state} chosen={tree.selection.rows} />}
    >
      <DetailTabs
        label={t('menus.title')}
        tabs={[
          { name: 'menu', content: table },
          { name: 'preview', content: () => <MenuPreview roots={tree.roots} /> },
        ]}
      />
      <FormDrawer action={actions.add} defaults={valuesForNew}>
        <MenuFields row={null} roots={tree.roots} />
      </FormDrawer>
      <FormDrawer action={actions.update} defaults={valuesOf}>
        {(row) => <MenuFields row={row} roots={tree.roots} />}
      </FormDrawer>
      <StateConfirm action={actions.state} />
      <DeleteConfirm action={actions.remove} />
      <DataRulesForm action={actions.rules} />
    </TreePage>
  );
}
