// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { role } from '../../contracts/index.ts';
import { renderPage, reply } from '../../testing/index.ts';
import { useAction } from '../action/use-action.ts';
import { defineColumns, text } from '../list/columns.ts';
import { containing, defineFilters } from '../list/filters.ts';
import { useListPage } from '../list/use-list-page.ts';
import { Ask } from './ask.tsx';
import { ListScreen } from './list-screen.tsx';
import { onPage } from './page-actions.tsx';

type Row = role.RoleRow;
const columns = defineColumns<Row>([text('roleName')]);
const filters = defineFilters({ roleName: containing() });
const file = { endpoint: role.exportList, jobKind: 'roles.export' };
const say = (name: string) => ({
  label: name,
  title: `${name}?`,
  submit: `Yes, ${name}`,
  done: 'Done',
  effect: 'All go.',
});
const texts = {
  field: { roleName: 'Name' },
  action: { delete: say('Delete') },
};

function Page() {
  const page = useListPage<Row>({ load: role.page, idOf: ({ roleNo }) => roleNo, columns, filters, file });
  const remove = useAction({
    name: 'delete',
    endpoint: role.delete,
    request: ({ roleNo, version }: Row) => ({ roleNo, version }),
    list: page.list,
  });
  const pageAction = (name: string, isDangerous = false) =>
    onPage({ name, label: say(name).label, isDangerous, isAllowed: () => true, open: () => undefined }, null);
  return (
    <ListScreen
      of={page}
      title="Roles"
      nameOf={(row) => row.roleName}
      rowActions={[remove]}
      pageActions={[pageAction('add'), pageAction('copy'), pageAction('import'), pageAction('clear', true)]}
      detail={(row) => <p>All of {row.roleName}</p>}
    >
      <Ask action={remove} />
    </ListScreen>
  );
}

const aRole = (part: Partial<Row>): Row => ({
  roleNo: 'R01',
  roleName: 'Reviewer',
  remark: null,
  users: 1,
  pages: 2,
  operations: 3,
  sensitive: [],
  pendingChangeNo: null,
  isAdministrator: false,
  updatedByName: null,
  updatedAt: '2026-11-20T08:00:00Z',
  version: 1,
  allowedActions: ['delete'],
  ...part,
});
const open = (...rows: Row[]) =>
  renderPage(<Page />, {
    perms: ['user:role:delete'],
    plugin: { name: 'test', texts: { en: texts } },
    replies: [reply(role.page, { rows, total: rows.length, totalIsExact: true })],
  });

test('opens a row beside the list, with what can be done with it at the foot', async () => {
  open(aRole({}), aRole({ roleNo: 'R02', roleName: 'Auditor', allowedActions: [] }));
  fireEvent.click(await screen.findByText('Reviewer'));
  const drawer = await screen.findByRole('dialog', { name: 'Reviewer' });
  expect(within(drawer).getByText('All of Reviewer')).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('All go.')).toBeTruthy();
  await waitFor(() => {
    expect(screen.queryByText('All of Reviewer')).toBeNull();
  });
});

test('shows two page actions as buttons and the grave and the rare in a menu; the first where nothing is yet', async () => {
  open();
  await waitFor(() => {
    expect(screen.getAllByRole('button', { name: 'add' })).toHaveLength(2);
  });
  expect(screen.getAllByRole('button', { name: 'copy' })).toHaveLength(1);
  expect(screen.queryByText('import')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'More of this page' }));
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['import', 'clear']);
});
