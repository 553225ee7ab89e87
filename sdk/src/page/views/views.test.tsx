// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import { listReply, listRequest } from '../../contracts/list.ts';
import * as contract from '../../contracts/platform/view.contract.ts';
import type { SavedView } from '../../contracts/platform/view.contract.ts';
import { Refusal, renderPage, reply } from '../../testing/index.ts';
import type { FakeReply } from '../../testing/index.ts';
import { defineColumns, text } from '../list/columns.ts';
import { containing, defineFilters } from '../list/filters.ts';
import { useList } from '../list/use-list.ts';
import { FilterBar } from '../parts/filter-bar.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { DataTable } from '../table/data-table.tsx';
import { useLayout } from '../table/use-layout.ts';
import { useViews } from './use-views.ts';

interface Row {
  readonly no: string;
  readonly name: string;
}
const load = defineEndpoint({
  name: 'test.page',
  method: 'POST',
  path: 'test/page',
  access: 'signedIn',
  kind: 'query',
  summary: 'A list',
  request: listRequest(z.object({ no: z.optional(z.string()), name: z.optional(z.string()) }), ['no', 'name']),
  reply: listReply(z.object({ no: z.string(), name: z.string() })),
});
const columns = defineColumns<Row>([text('no', { sortable: true }), text('name')]);
const filters = defineFilters({ no: containing(), name: containing({ isPersonal: true }) });
const texts = { field: { no: 'No', name: 'Name' } };

function Page() {
  const list = useList<Row>({ load, idOf: (row) => row.no, columns, filters });
  const layout = useLayout(list.name, columns);
  const views = useViews(list, layout);
  return (
    <ListPage list={list} title="List" views={views}>
      <FilterBar list={list} />
      <DataTable list={list} layout={layout} label="List" nameOf={(row) => row.name} />
    </ListPage>
  );
}

const frozen: SavedView = {
  viewId: 'view-000000000000001',
  viewName: 'Of the north',
  filters: { no: 'N' },
  filterId: null,
  hasHiddenFilters: false,
  sort: { field: 'no', direction: 'desc' },
  layout: {
    columns: [
      { key: 'name', isShown: true, isFrozen: true, width: 200 },
      { key: 'no', isShown: true, isFrozen: false, width: null },
    ],
    density: 'comfortable',
  },
  pageSize: 50,
  isOwn: true,
  ownerName: 'Achieng Ouma',
  sharedWith: [],
  isDefault: false,
  updatedAt: '2026-11-20T06:00:00Z',
  version: 3,
  allowedActions: ['update', 'share', 'delete', 'setDefault'],
};
const roles = [{ roleNo: 'R-005', roleName: 'Collector' }];
const known = (views: SavedView[], defaultViewId: string | null = null) =>
  reply(contract.page, { views, defaultViewId, layout: null, shareableRoles: roles });

function draw(views: SavedView[], at = '', defaultViewId: string | null = null, first: readonly FakeReply[] = []) {
  return renderPage(<Page />, {
    at: `/AdminContent/Test${at}`,
    plugin: { name: 'test', texts: { en: texts } },
    replies: [
      ...first,
      reply(load, { rows: [{ no: 'N1', name: 'Wanjiku' }], total: 1, totalIsExact: true }),
      known(views, defaultViewId),
    ],
  });
}
const bar = () => within(screen.getByRole('navigation', { name: 'Views of this list' }));
const heads = () =>
  screen.getAllByRole('columnheader').map((head) => head.querySelector('.kp-head-title')?.textContent);
const choose = async (item: string) => {
  await userEvent.click(bar().getByRole('button', { name: 'Views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

it('shows a view with everything it keeps, and the list as it was without it', async () => {
  const page = draw([frozen]);
  await userEvent.click(await bar().findByRole('button', { name: 'Of the north' }));
  expect(page.address()).toBe(`/AdminContent/Test?no=N&sort=-no&size=50&view=${frozen.viewId}`);
  expect(heads()).toEqual(['Name', 'No']);
  await waitFor(() => {
    expect(page.server.callsOf(load).at(-1)?.request).toMatchObject({
      filters: { no: 'N' },
      pageSize: 50,
      sort: { field: 'no', direction: 'desc' },
    });
  });
  expect(bar().queryByText('changed')).toBeNull();
  await userEvent.click(bar().getByRole('button', { name: 'All' }));
  expect(page.address()).toBe('/AdminContent/Test');
  expect(heads()).toEqual(['No', 'Name']);
});

it('opens a bare address with the default view, and leaves an address that names its filters as it is', async () => {
  const bare = draw([frozen], '', frozen.viewId);
  await waitFor(() => {
    expect(bare.address()).toContain('view=');
  });
  expect(bare.address()).toContain('no=N');
  bare.unmount();
  const wanted = draw([frozen], '?no=S', frozen.viewId);
  await bar().findByRole('button', { name: 'Of the north' });
  expect(wanted.address()).toBe('/AdminContent/Test?no=S');
});

it('leaves what somebody chose before the views were read', async () => {
  let answer: (views: unknown) => void = () => undefined;
  const late = new Promise((resolve) => (answer = resolve));
  const page = draw([], '', null, [{ endpoint: contract.page, answer: () => late }]);
  await userEvent.type(await screen.findByLabelText('No'), 'S{Enter}');
  await waitFor(() => {
    expect(page.address()).toBe('/AdminContent/Test?no=S');
  });
  await act(async () => {
    answer(known([frozen], frozen.viewId).answer({}));
    await late;
  });
  await bar().findByRole('button', { name: 'Of the north' });
  // What follows from their having come, too.
  await act(async () => undefined);
  expect(page.address()).toBe('/AdminContent/Test?no=S');
});

it('marks what was changed, and saves it over the view that was read', async () => {
  const page = draw([frozen]);
  await userEvent.click(await bar().findByRole('button', { name: 'Of the north' }));
  await userEvent.click(screen.getByRole('button', { name: /^No/ }));
  expect(bar().getByText('changed')).toBeTruthy();
  page.server.answer(reply(contract.save, { ...frozen, sort: null, version: 4 }));
  page.server.answer(known([{ ...frozen, sort: null, version: 4 }]));
  await userEvent.click(bar().getByRole('button', { name: 'Save changes' }));
  await screen.findByText('View “Of the north” saved.');
  expect(page.server.callsOf(contract.save)[0]?.request).toMatchObject({
    page: '/AdminContent/Test',
    list: 'test.page',
    viewId: frozen.viewId,
    version: 3,
    filters: { no: 'N' },
    sort: null,
  });
  await waitFor(() => {
    expect(bar().queryByText('changed')).toBeNull();
  });
});

it('keeps a personal filter on the server when a view is made, and says beside the name what is wrong', async () => {
  const page = draw([]);
  await screen.findByText('Wanjiku');
  const input = screen.getByLabelText('Name');
  await userEvent.type(input, 'Wanjiku{Enter}');
  await waitFor(() => {
    expect(page.address()).toMatch(/\?saved=filter-/);
  });
  await choose('Save as new view…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as new view' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
  await dialog.findByText('Content cannot be blank');
  page.server.answer(
    reply(contract.save, () => {
      throw new Refusal('VIEW_EXISTS', { fields: [{ field: 'viewName', msg: 'You have one.' }] });
    }),
  );
  await userEvent.type(dialog.getByLabelText('View name'), 'Mine');
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
  await dialog.findByText('You have one.');
  const mine = {
    ...frozen,
    viewName: 'Mine',
    filters: {},
    filterId: 'filter-0000000000000001',
    sort: null,
    layout: null,
    pageSize: null,
  };
  page.server.answer(reply(contract.save, mine), known([mine]));
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
  await bar().findByRole('button', { name: 'Mine' });
  const sent = page.server.callsOf(contract.save).at(-1);
  expect(sent?.request).toMatchObject({ filters: {}, filterId: 'filter-0000000000000001' });
  expect(JSON.stringify(sent?.request)).not.toContain('Wanjiku');
});

it('shares with a role, and asks before it deletes', async () => {
  const page = draw([frozen], `?view=${frozen.viewId}`);
  await bar().findByRole('button', { name: 'Of the north' });
  await choose('Share…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Share “Of the north”' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Collector' }));
  page.server.answer(reply(contract.share, { ...frozen, sharedWith: roles, version: 4 }));
  await userEvent.click(dialog.getByRole('button', { name: 'Share' }));
  await screen.findByText('Shared with 1 role.');
  expect(page.server.callsOf(contract.share)[0]?.request).toEqual({
    viewId: frozen.viewId,
    version: 3,
    roleNos: ['R-005'],
  });
  await choose('Delete view');
  const question = within(await screen.findByRole('dialog', { name: /^Delete the view/ }));
  page.server.answer(reply(contract.remove, {}), known([]));
  await userEvent.click(question.getByRole('button', { name: 'Delete view' }));
  await screen.findByText('View “Of the north” deleted.');
  await waitFor(() => {
    expect(page.address()).toBe('/AdminContent/Test');
  });
});

it('leaves a colleague’s view unchangeable', async () => {
  draw([{ ...frozen, isOwn: false, allowedActions: ['setDefault'] }], `?view=${frozen.viewId}`);
  await bar().findByRole('button', { name: 'Of the north' });
  await userEvent.click(bar().getByRole('button', { name: 'Views' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Save as new view…', 'Set as default']);
});
