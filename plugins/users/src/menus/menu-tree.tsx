import { useCan, useText } from '@kituo/sdk';
import { menu } from '@kituo/sdk/contracts';
import {
  ActionButton,
  ExportButton,
  FilterBar,
  FormDrawer,
  PlusIcon,
  TreeOpeners,
  TreePage,
  TreeTable,
  useDetail,
  useExport,
  useLayout,
  useOpened,
  useTree,
  useViews,
} from '@kituo/sdk/page';
import { OnOffBatch } from '../parts/on-off.tsx';
import { DataRulesForm } from './data-rules.form.tsx';
import { DeleteConfirm, StateConfirm } from './menu-confirms.tsx';
import { isMenuMatch, menuColumns, menuFilters } from './menu-fields.ts';
import { valuesForNew, valuesOf } from './menu-form-values.ts';
import { type MenuRow, rowsOf } from './menu-row.ts';
import { MenuDetail } from './menu.detail.tsx';
import { MenuFields } from './menu.form.tsx';
import { UnlistedPages } from './unlisted-pages.tsx';
import { lastSortOf, useMenuActions } from './use-menu-actions.ts';
import { useMenuMover } from './use-menu-mover.ts';

/** The menu as a tree, with all that can be done with its entries. */
export function MenuTree() {
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
  const layout = useLayout(tree.name, menuColumns, { fixed: 1 });
  const views = useViews(tree, layout);
  const unlisted = useDetail(menu.unlisted, {});
  const exporter = useExport({
    list: tree,
    endpoint: menu.exportTree,
    jobKind: 'menus.export',
    request: ({ sort: _inTreeOrder, ...scope }) => menu.exportTree.request.parse(scope),
  });
  const actions = useMenuActions(tree, unlisted.refresh);
  const mover = useMenuMover(tree, useCan('user:menu:edit'));
  const opened = useOpened(tree);
  const atTheTop = { parent: null, page: null, lastSort: lastSortOf(tree.roots) };

  return (
    <TreePage
      tree={tree}
      title={t('menus.title')}
      views={views}
      action={
        <ActionButton action={actions.add} subject={atTheTop} isPrimary icon={<PlusIcon aria-hidden title={false} />} />
      }
      batch={
        <>
          <OnOffBatch action={actions.state} chosen={tree.selection.rows} />
          <ExportButton exporter={exporter} />
        </>
      }
    >
      {actions.add.isPermitted && (
        <UnlistedPages
          pages={unlisted.data ?? []}
          onTakeOver={(page) => {
            const neighbours = tree.find(page.parentMenuNo ?? '')?.childList ?? tree.roots;
            actions.add.open({ parent: null, page, lastSort: lastSortOf(neighbours) });
          }}
        />
      )}
      <FilterBar list={tree} layout={layout}>
        <TreeOpeners tree={tree} />
        <ExportButton exporter={exporter} />
      </FilterBar>
      <TreeTable
        tree={tree}
        layout={layout}
        label={t('menus.title')}
        nameOf={(row) => row.entryName}
        rowActions={actions.rowActions}
        mover={mover}
        isSelectable={actions.state.isPermitted || exporter.isPermitted}
        onOpen={opened.open}
      />
      <MenuDetail opened={opened.row} actions={actions.rowActions} onClose={opened.close} />
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
