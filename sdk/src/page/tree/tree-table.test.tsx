// @vitest-environment jsdom
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as z from 'zod/mini';
import { expect, test, vi } from 'vitest';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import * as views from '../../contracts/platform/view.contract.ts';
import type { SavedView } from '../../contracts/platform/view.contract.ts';
import { Refusal, renderPage, reply } from '../../testing/index.ts';
import type { FakeReply } from '../../testing/index.ts';
import { undoWith } from '../action/undo.ts';
import { defineColumns, text } from '../list/columns.ts';
import { containing, defineFilters } from '../list/filters.ts';
import { FilterBar } from '../parts/filter-bar.tsx';
import { useLayout } from '../table/use-layout.ts';
import { useViews } from '../views/use-views.ts';
import { TreePage } from './tree-page.tsx';
import { TreeTable } from './tree-table.tsx';
import type { TreeMove } from './tree-shape.ts';
import { useRename } from './use-rename.ts';
import { useTree } from './use-tree.ts';

interface Branch {
  no: string;
  name: string;
  below: Branch[];
}
const branch: z.ZodMiniType<Branch> = z.object({
  no: z.string(),
  name: z.string(),
  below: z.lazy(() => z.array(branch)),
});
const load = defineEndpoint({
  name: 'test.tree',
  method: 'GET',
  path: 'test/tree',
  access: 'signedIn',
  kind: 'query',
  summary: 'A tree',
  request: z.object({}),
  reply: z.array(branch),
});
const save = defineEndpoint({
  name: 'test.rename',
  method: 'POST',
  path: 'test/rename',
  access: 'signedIn',
  kind: 'command',
  summary: 'Renames',
  request: z.object({ no: z.string(), name: z.string() }),
  reply: z.object({}),
});
const one = (no: string, name: string, ...below: Branch[]): Branch => ({ no, name, below });
const aTree = () => [
  one('1', 'Head office', one('2', 'Collection', one('3', 'Early')), one('4', 'Audit')),
  one('5', 'Branches', one('6', 'Mombasa')),
];
const columns = defineColumns<Branch>([text('name'), text('no')]);
const filters = defineFilters({ name: containing() });
const moved = vi.fn<(move: TreeMove<Branch>) => void>();

function Page(props: { readonly onOpen?: (row: Branch) => void }) {
  const tree = useTree<typeof load, Branch>({
    load,
    request: {},
    filters,
    rowsOf: (tops) => tops,
    idOf: (row) => row.no,
    childrenOf: (row) => row.below,
    isMatch: (row, set) => row.name.toLowerCase().includes((set['name'] ?? '').toLowerCase()),
  });
  const layout = useLayout(tree.name, columns, { fixed: 1 });
  const held = useViews(tree, layout);
  const rename = useRename<typeof save, Branch>({
    endpoint: save,
    action: 'update',
    nameOf: (row) => row.name,
    maxLength: 64,
    request: (row, name) => ({ no: row.no, name }),
    undo: undoWith(save, (row) => ({ no: row.no, name: row.name })),
    refresh: tree.refresh,
  });
  return (
    <TreePage tree={tree} title="Places" views={held}>
      <FilterBar list={tree} layout={layout} />
      <TreeTable
        tree={tree}
        layout={layout}
        rename={rename}
        label="Places"
        nameOf={(row) => row.name}
        mover={{
          isOrdered: true,
          isAllowed: (row) => row.no !== '6',
          refusalOf: (move) => (move.target?.no === '4' ? 'Audit holds nothing' : null),
          onMove: moved,
        }}
        {...(props.onOpen && { onOpen: props.onOpen })}
      />
    </TreePage>
  );
}
const texts = {
  field: { name: 'Name', no: 'No' },
  action: { rename: { done: '{{from}} → {{to}}' } },
};
const open = (at = '/AdminContent/Test', onOpen?: (row: Branch) => void, more: readonly FakeReply[] = []) => {
  moved.mockClear();
  return renderPage(<Page {...(onOpen && { onOpen })} />, {
    at,
    plugin: { name: 'test', texts: { en: texts } },
    replies: [reply(load, aTree), ...more],
  });
};
const rowOf = (name: string): HTMLElement => {
  const row = screen.getByRole('rowheader', { name: new RegExp(name) }).closest('tr');
  if (row === null) throw new Error(`no row ${name}`);
  return row;
};
const focus = (name: string) => {
  act(() => {
    rowOf(name).focus();
  });
};
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

test('arrows walk, open and close; screen readers hear level, place and state', async () => {
  open();
  await screen.findByText('Collection');
  expect(names()).toEqual(['Head office', 'Collection', 'Audit', 'Branches', 'Mombasa']);
  const collection = rowOf('Collection');
  expect(collection.getAttribute('aria-level')).toBe('2');
  expect(collection.getAttribute('aria-setsize')).toBe('2');
  expect(collection.getAttribute('aria-expanded')).toBe('false');
  focus('Head office');
  press('ArrowDown');
  expect(document.activeElement).toBe(collection);
  press('ArrowRight');
  expect(names()).toContain('Early');
  press('ArrowRight');
  expect(document.activeElement).toBe(rowOf('Early'));
  press('ArrowLeft');
  expect(document.activeElement).toBe(collection);
  press('ArrowLeft');
  expect(names()).not.toContain('Early');
  press('End');
  expect(document.activeElement).toBe(rowOf('Mombasa'));
});

test('a filter opens the branches that match', async () => {
  open('/AdminContent/Test?name=early');
  await screen.findByText('Early');
  expect(names()).toEqual(['Head office', 'Collection', 'Early']);
  expect(screen.getByText('1 result')).toBeTruthy();
});

test('two filters set before either is drawn both hold', async () => {
  function TwoFilters() {
    const tree = useTree<typeof load, Branch>({
      load,
      request: {},
      filters: defineFilters({
        name: containing(),
        no: containing(),
      }),
      rowsOf: (tops) => tops,
      idOf: (row) => row.no,
      childrenOf: (row) => row.below,
      isMatch: () => true,
    });
    // A box that is left for a select sets both in one batch.
    const leave = () => {
      tree.setFilter('name', 'early');
      tree.setFilter('no', '3');
    };
    return <button onClick={leave}>leave</button>;
  }
  const page = renderPage(<TwoFilters />, {
    plugin: { name: 'test', texts: { en: texts } },
    replies: [reply(load, aTree)],
  });
  fireEvent.click(screen.getByText('leave'));
  await waitFor(() => {
    expect(page.address()).toBe('/AdminContent/Test?name=early&no=3');
  });
});

test('F2 renames; a refusal stays below the box with what was typed; Undo takes it back', async () => {
  const page = open();
  await screen.findByText('Audit');
  page.server.answer(
    reply(save, () => {
      throw new Refusal('BAD_REQUEST', { fields: [{ field: 'name', msg: 'Taken' }] });
    }),
  );
  focus('Audit');
  press('F2');
  const box = screen.getByLabelText('New name of Audit');
  fireEvent.change(box, { target: { value: 'Review' } });
  press('Enter');
  expect((await screen.findByRole('alert')).textContent).toBe('Taken');
  page.server.answer(reply(save, {}));
  press('Enter');
  fireEvent.click(await screen.findByText('Undo'));
  await waitFor(() => {
    expect(page.server.callsOf(save).map(({ request }) => request['name'])).toEqual(['Review', 'Review', 'Audit']);
  });
  expect(document.activeElement).toBe(rowOf('Audit'));
});

test('a name is saved once, as the focus goes to its row, and not at all after Escape', async () => {
  const page = open(undefined, undefined, [reply(save, {})]);
  await screen.findByText('Audit');
  const type = (value: string) => {
    focus('Audit');
    press('F2');
    fireEvent.change(screen.getByLabelText('New name of Audit'), { target: { value } });
  };
  type('Left');
  press('Escape');
  expect(document.activeElement).toBe(rowOf('Audit'));
  type('Review');
  press('Enter');
  await screen.findByText('Audit → Review');
  await waitFor(() => {
    expect(document.activeElement).toBe(rowOf('Audit'));
  });
  expect(page.server.callsOf(save).map(({ request }) => request['name'])).toEqual(['Review']);
});

test('m picks up, Enter puts down; what may not be is refused in words', async () => {
  open();
  await screen.findByText('Collection');
  focus('Mombasa');
  press('m');
  expect(screen.queryByText(/^Moving/)).toBeNull();
  focus('Collection');
  press('m');
  expect(screen.getByText(/^Moving Collection/)).toBeTruthy();
  press('ArrowDown');
  expect(screen.getByText('Audit holds nothing')).toBeTruthy();
  press('Enter');
  expect(moved).not.toHaveBeenCalled();
  press('ArrowDown');
  press('Enter');
  expect(moved).toHaveBeenCalledTimes(1);
  expect(moved.mock.lastCall?.[0]).toMatchObject({
    row: { no: '2' },
    target: { no: '5' },
    position: 'inside',
  });
  focus('Audit');
  press('ArrowUp', { altKey: true });
  expect(moved.mock.lastCall?.[0]).toMatchObject({ row: { no: '4' }, position: 'before' });
});

test('a drag ends below its target, never below itself', async () => {
  open();
  await screen.findByText('Collection');
  const drag = (type: 'dragStart' | 'dragOver' | 'drop' | 'dragEnd', row: HTMLElement) => {
    const event = createEvent[type](row);
    Object.assign(event, { dataTransfer: { setData: () => undefined }, clientY: 0 });
    fireEvent(row, event);
    return event;
  };
  drag('dragStart', rowOf('Head office'));
  expect(drag('dragOver', rowOf('Collection')).defaultPrevented).toBe(false);
  expect(within(screen.getByText('Cancel').closest('div')!).getByRole('status').textContent).toBe(
    'Cannot be moved into itself',
  );
  drag('drop', rowOf('Collection'));
  drag('dragEnd', rowOf('Head office'));
  expect(moved).not.toHaveBeenCalled();
  drag('dragStart', rowOf('Audit'));
  expect(drag('dragOver', rowOf('Branches')).defaultPrevented).toBe(true);
  drag('drop', rowOf('Branches'));
  expect(moved.mock.lastCall?.[0]).toMatchObject({ row: { no: '4' }, target: { no: '5' } });
});

test('Enter opens a row, and the page lets go of everything', async () => {
  const opened = vi.fn();
  const page = open(undefined, opened);
  await screen.findByText('Audit');
  focus('Audit');
  press('Enter');
  expect(opened.mock.lastCall?.[0]).toMatchObject({ no: '4' });
  page.assertReleases();
});

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

test('a view keeps columns and filters; the column that names the rows stays first and drawn', async () => {
  const kept: SavedView = {
    viewId: 'view-000000000000001',
    viewName: 'Just names',
    filters: { name: 'early' },
    filterId: null,
    hasHiddenFilters: false,
    sort: null,
    pageSize: null,
    isOwn: true,
    layout: {
      columns: [
        {
          key: 'name',
          isShown: true,
          isFrozen: false,
          width: 320,
        },
        {
          key: 'no',
          isShown: false,
          isFrozen: false,
          width: null,
        },
      ],
      density: 'comfortable',
    },
    ownerName: 'Achieng Ouma',
    sharedWith: [],
    isDefault: false,
    version: 1,
    updatedAt: '2026-11-20T06:00:00Z',
    allowedActions: ['update'],
  };
  open('/AdminContent/Test', undefined, [
    reply(views.page, { views: [kept], defaultViewId: null, layout: null, shareableRoles: [] }),
  ]);
  await screen.findByText('Collection');
  expect(heads()).toEqual(['Name', 'No']);
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const chooser = within(await screen.findByRole('group', { name: 'List columns' }));
  expect(chooser.getByLabelText('Name').matches(':disabled')).toBe(true);
  expect(chooser.getByLabelText('Move No up').matches(':disabled')).toBe(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Just names' }));
  await waitFor(() => {
    expect(names()).toEqual(['Head office', 'Collection', 'Early']);
  });
  expect(heads()).toEqual(['Name']);
  expect(screen.queryByText('changed')).toBeNull();
});

test('keys of the head move and widen its columns; j leads from the page to the rows', async () => {
  open();
  await screen.findByText('Collection');
  press('j');
  expect(document.activeElement).toBe(rowOf('Head office'));
  const [name, no] = screen.getAllByRole('columnheader');
  act(() => {
    name?.focus();
  });
  press('ArrowRight', { shiftKey: true });
  expect(heads()).toEqual(['Name', 'No']);
  press('ArrowRight');
  expect(document.activeElement).toBe(no);
  const before = Number.parseInt(document.querySelectorAll('col')[1]?.style.width ?? '', 10);
  press('+');
  expect(document.querySelectorAll('col')[1]?.style.width).toBe(`${before + 16}px`);
  press('ArrowDown');
  expect(document.activeElement).toBe(rowOf('Head office'));
});

test('a phone shows two lines a row: the name, and below it what the next columns say', async () => {
  const isPhone = (media: string) => ({
    matches: media.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('matchMedia', isPhone);
  try {
    open();
    await screen.findByText('Collection');
    const below = rowOf('Collection').querySelector('.kp-tree-below > span');
    expect(below?.textContent).toBe('2');
    expect(below?.getAttribute('title')).toBe('No');
    expect(screen.getAllByRole('columnheader')).toHaveLength(1);
  } finally {
    vi.unstubAllGlobals();
  }
});
