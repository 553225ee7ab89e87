import { useText } from '@kituo/sdk';
import { change, testUser } from '@kituo/sdk/contracts';
import {
  type Action,
  allowedAs,
  Ask,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDrawer,
  History,
  ListScreen,
  merchantOptions,
  onPage,
  onRow,
  PlusIcon,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import {
  testUserColumns,
  testUserFilters,
  testUserRequest,
  testUserValues,
  type TestUserRow,
  type TestUserValues,
} from './code-fields.ts';

const { Moment, Select, Text } = fieldsOf<TestUserValues>();

/** Numbers with a fixed code, at sandbox merchants. */
export function TestUserList() {
  const t = useText();
  const screen = useListPage<TestUserRow>({
    load: testUser.page,
    idOf: (row) => row.testUserNo,
    columns: testUserColumns,
    filters: testUserFilters,
    defaultSort: '-updatedAt',
    file: { endpoint: testUser.exportList, jobKind: 'testUsers.export' },
  });
  const list = { refresh: screen.list.refresh };
  useRefreshOn('change', screen.list.refresh);
  const saving = {
    endpoint: testUser.save,
    request: (row: TestUserRow | null, values: TestUserValues) => testUserRequest(row, values),
    list,
    waitsIn: change.changeFamilies.messageCenter,
    facts: (row: TestUserRow | null) => ({ name: row?.phone ?? '' }),
  };
  const add = useAction({ ...saving, name: 'testUserAdd' });
  const update = useAction({ ...saving, name: 'testUserUpdate' });
  const remove = useAction({
    name: 'testUserDelete',
    endpoint: testUser.remove,
    request: ({ testUserNo, version }: TestUserRow) => ({ testUserNo, version }),
    list,
    facts: ({ phone: name }) => ({ name }),
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('codes.testUsers')}
      nameOf={(row) => row.phone}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[onRow<TestUserRow, TestUserRow | null>(update, 'update', (row) => row), allowedAs(remove, 'delete')]}
      emptyText={t('codes.noTestUsers')}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={testUserColumns} />
          <DetailOf endpoint={testUser.detail} request={{ testUserNo: row.testUserNo }}>
            {({ history }) => <History isTitled entries={history} titleOf={({ action }) => t(`history.${action}`)} />}
          </DetailOf>
        </>
      )}
    >
      <TestUserForm action={add} />
      <TestUserForm action={update} />
      <Ask action={remove} />
    </ListScreen>
  );
}

function TestUserForm({ action }: { readonly action: Action<TestUserRow | null, TestUserValues> }) {
  const t = useText();
  return (
    <FormDrawer action={action} defaults={testUserValues}>
      <Select name="merchantNo" options={merchantOptions} hint={t('codes.sandboxHint')} />
      <Text name="phone" maxLength={12} hint={t('codes.phoneHint')} />
      <Text name="fixedCode" maxLength={6} hint={t('codes.codeHint')} />
      <Moment name="expiresAt" hint={t('codes.expiryHint')} />
      <Text name="remark" isOptional maxLength={200} />
      <Text name="reason" isLong maxLength={200} />
    </FormDrawer>
  );
}
