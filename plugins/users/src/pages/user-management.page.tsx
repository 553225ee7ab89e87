import { useText } from '@kituo/sdk';
import { user } from '@kituo/sdk/contracts';
import {
  FormDrawer,
  ImportDialog,
  ListScreen,
  onPage,
  PageTabs,
  PlusIcon,
  useApprovalCounts,
  useImport,
  useListPage,
} from '@kituo/sdk/page';
import { ChangesTab } from '../changes/changes.tab.tsx';
import { FreezeConfirm, ResetForm, UnfreezeConfirm } from '../users/credential.forms.tsx';
import { MerchantBatchForm } from '../users/merchant-batch.form.tsx';
import { useUserActions } from '../users/use-user-actions.ts';
import { UserDetail } from '../users/user.detail.tsx';
import { UserFields } from '../users/user.form.tsx';
import { userColumns, userFilters } from '../users/user-fields.ts';
import { valuesForNew, valuesOf } from '../users/user-form-values.ts';
import type { UserRow } from '../users/user-types.ts';

/** Staff accounts, and the changes of them that await approval. */
export function UserManagementPage() {
  const t = useText();
  const waiting = useApprovalCounts();
  return (
    <PageTabs
      label={t('user.title')}
      tabs={[
        { name: 'users', content: () => <UserList /> },
        { name: 'changes', ...waiting('CHANGE'), content: () => <ChangesTab family="user" /> },
      ]}
    />
  );
}

/** Staff accounts: find, add, change, freeze, reset, move between merchants, import, export. */
function UserList() {
  const t = useText();
  const screen = useListPage<UserRow>({
    load: user.getUserList,
    idOf: (row) => row.userNo,
    columns: userColumns,
    filters: userFilters,
    defaultSort: 'userName',
    file: {
      endpoint: user.exportUserList,
      jobKind: 'users.export',
      ask: ({ ids, ...scope }) => ({ ...scope, ...(ids && { userNos: ids }) }),
    },
  });
  const { list } = screen;
  const actions = useUserActions(list);
  const importer = useImport({
    name: 'import',
    kind: 'users.import',
    code: 'user:user:add',
    list,
  });
  return (
    <ListScreen
      of={screen}
      title={t('user.title')}
      nameOf={(row) => row.realName}
      rowActions={actions.rowActions}
      pageActions={[onPage(actions.add, null, <PlusIcon aria-hidden title={false} />), importer.action]}
      batches={[actions.merchants]}
      detail={({ userNo }) => <UserDetail userNo={userNo} />}
    >
      <FormDrawer action={actions.add} defaults={valuesForNew}>
        <UserFields isNew isContactHidden={false} />
      </FormDrawer>
      <FormDrawer action={actions.update} defaults={valuesOf}>
        {(info) => <UserFields isNew={false} isContactHidden={!info.isContactShown} />}
      </FormDrawer>
      <FreezeConfirm action={actions.freeze} />
      <UnfreezeConfirm action={actions.unfreeze} />
      <ResetForm action={actions.resetPassword} effectKey="reset.password" />
      <ResetForm action={actions.resetMfa} effectKey="reset.mfa" />
      <MerchantBatchForm
        batch={actions.merchants}
        nameOf={(userNo) => list.rows.find((row) => row.userNo === userNo)?.realName ?? null}
      />
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}
