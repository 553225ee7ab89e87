import { call, useText } from '@kituo/sdk';
import { dictionary } from '@kituo/sdk/contracts';
import { allowedAs, onRow, useAction } from '@kituo/sdk/page';
import type { Tree } from '@kituo/sdk/page';
import { type EntryFormValues, type NewEntry, newRequest, requestOf, valuesOf } from './entry-form-values.ts';
import { onOff } from '../parts/on-off.tsx';
import type { StateRequest } from '../parts/on-off.tsx';
import type { Dictionary, EntryRow } from './entry-row.ts';

/** What stands last on a level, so that a new entry follows it. */
export function lastSortOf(rows: readonly EntryRow[]): number {
  return rows.reduce((last, { sort }) => Math.max(last, sort), 0);
}

/** Everything that can be done with entries of one dictionary. */
export function useEntryActions(tree: Tree<EntryRow>, of: Dictionary | null, refreshTypes: () => void) {
  const t = useText();
  const list = {
    refresh: () => {
      tree.refresh();
      refreshTypes();
    },
  };
  const add = useAction({
    name: 'entryAdd',
    endpoint: dictionary.save,
    request: (subject: NewEntry, values: EntryFormValues) => newRequest(subject, values),
    list,
  });
  const update = useAction({
    name: 'entryUpdate',
    endpoint: dictionary.save,
    request: (row: EntryRow, values: EntryFormValues) => ({
      ...requestOf(values),
      id: row.id,
      version: row.version,
    }),
    list,
    facts: (row) => ({ name: row.dictKey }),
    undo: {
      endpoint: dictionary.save,
      run: (row, reply) =>
        call(dictionary.save, {
          ...requestOf(valuesOf(row, of)),
          id: row.id,
          version: reply.version,
        }),
    },
  });
  const state = useAction({
    name: 'entryState',
    endpoint: dictionary.updateState,
    request: ({ rows, enabled }: StateRequest<EntryRow>) => ({
      dictType: of?.dictType ?? '',
      ids: rows.map(({ id }) => id),
      enabled,
    }),
    list,
    facts: ({ rows, enabled }) => ({
      name: rows[0]?.dictKey ?? '',
      count: rows.length,
      context: enabled ? 'on' : 'off',
    }),
    undo: {
      endpoint: dictionary.updateState,
      run: ({ rows, enabled }) =>
        call(dictionary.updateState, {
          dictType: of?.dictType ?? '',
          ids: rows.filter((row) => row.enabled !== enabled).map(({ id }) => id),
          enabled: !enabled,
        }),
    },
    onDone: () => {
      tree.selection.clear();
    },
  });
  const remove = useAction({
    name: 'entryDelete',
    endpoint: dictionary.remove,
    request: ({ id, version }: EntryRow) => ({ id, version }),
    list,
    facts: (row) => ({ name: row.dictKey }),
    isDangerous: true,
  });
  const clearCache = useAction({
    name: 'cacheClear',
    endpoint: dictionary.deleteCache,
    request: (_all: null) => ({}),
    list,
  });
  return {
    add,
    update,
    state,
    remove,
    clearCache,
    rowActions: [
      allowedAs(update, 'update'),
      onRow(
        add,
        'addBelow',
        (parent: EntryRow) => ({
          dictionary: of,
          parent,
          lastSort: lastSortOf(parent.childList),
        }),
        t('menus.addBelow'),
      ),
      ...onOff(state, t),
      allowedAs(remove, 'delete'),
    ],
  };
}
