import { call, useText } from '@kituo/sdk';
import { change, menu, menuRules } from '@kituo/sdk/contracts';
import { allowedAs, onRow, undoWith, useAction } from '@kituo/sdk/page';
import type { Translate } from '@kituo/sdk';
import type { Action, RowAction, Tree } from '@kituo/sdk/page';
import { type MenuFormValues, type NewEntry, requestOf, valuesOf } from './menu-form-values.ts';
import { onOff } from '../parts/on-off.tsx';
import type { StateRequest } from '../parts/on-off.tsx';
import type { MenuRow } from './menu-row.ts';

export interface RuleValues extends Record<string, unknown> {
  readonly rules: readonly menuRules.DataRule[];
  readonly reason: string;
}

const waitsIn = change.changeFamilies.menu;

/** Everything that can be done with entries of the menu. */
export function useMenuActions(tree: Tree<MenuRow>, alsoRefresh: () => void) {
  const t = useText();
  const list = {
    refresh: () => {
      tree.refresh();
      alsoRefresh();
    },
  };
  const add = useAction({
    name: 'menuAdd',
    endpoint: menu.edit,
    request: (_new: NewEntry, values: MenuFormValues) => requestOf(values),
    list,
    waitsIn,
  });
  const update = useAction({
    name: 'menuUpdate',
    endpoint: menu.edit,
    request: (row: MenuRow, values: MenuFormValues) => ({
      ...requestOf(values),
      menuNo: row.menuNo,
      version: row.version,
    }),
    list,
    facts: (row) => ({ name: row.entryName }),
    waitsIn,
    undo: undoWith(menu.edit, (row: MenuRow) => ({
      ...requestOf(valuesOf(row)),
      menuNo: row.menuNo,
      version: row.version + 1,
    })),
  });
  const state = useAction({
    name: 'menuState',
    endpoint: menu.updateState,
    request: ({ rows, enabled }: StateRequest<MenuRow>) => ({
      menuNos: rows.map(({ menuNo }) => menuNo),
      enabled,
    }),
    list,
    facts: ({ rows, enabled }) => ({
      name: rows[0]?.entryName ?? '',
      count: rows.length,
      context: enabled ? 'on' : 'off',
    }),
    undo: {
      endpoint: menu.updateState,
      run: ({ rows, enabled }) =>
        call(menu.updateState, {
          menuNos: rows.filter((row) => row.enabled !== enabled).map(({ menuNo }) => menuNo),
          enabled: !enabled,
        }),
    },
    onDone: () => {
      tree.selection.clear();
    },
  });
  const remove = useAction({
    name: 'menuDelete',
    endpoint: menu.remove,
    request: ({ menuNo, version }: MenuRow) => ({ menuNo, version }),
    list,
    facts: (row) => ({ name: row.entryName }),
    isDangerous: true,
  });
  const rules = useAction({
    name: 'menuRules',
    endpoint: menuRules.saveDataRules,
    request: ({ menuNo }: MenuRow, { rules, reason }: RuleValues) => ({
      menuNo,
      rules: rules.map((rule) => ({ ...rule, maskedFields: [...rule.maskedFields] })),
      ...(reason.trim() !== '' && { reason }),
    }),
    list,
    waitsIn,
    facts: (row, reply) => ({ name: row.entryName, count: reply?.changed ?? 0 }),
  });
  const all = { add, update, state, remove, rules };
  return { ...all, rowActions: rowActions(all, t) };
}

/** What stands last below an entry, so that a new one follows it. */
export function lastSortOf(rows: readonly MenuRow[]): number {
  return rows.reduce((last, { sort }) => Math.max(last, sort), 0);
}

function rowActions(
  actions: {
    readonly add: Action<NewEntry, never>;
    readonly update: Action<MenuRow, never>;
    readonly state: Action<StateRequest<MenuRow>>;
    readonly remove: Action<MenuRow, never>;
    readonly rules: Action<MenuRow, never>;
  },
  t: Translate,
): readonly RowAction<MenuRow>[] {
  return [
    allowedAs(actions.update, 'update'),
    onRow(
      actions.add,
      'addBelow',
      (parent: MenuRow) => ({ parent, page: null, lastSort: lastSortOf(parent.childList) }),
      t('menus.addBelow'),
    ),
    allowedAs(actions.rules, 'dataRule'),
    ...onOff(actions.state, t),
    allowedAs(actions.remove, 'delete'),
  ];
}
