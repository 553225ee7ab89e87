import { call, useText } from '@kituo/sdk';
import { change, role } from '@kituo/sdk/contracts';
import { allowedAs, openWith, useAction } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { saveRequest } from './role-form-values.ts';
import type { RoleInfo, RoleRow } from './role-fields.ts';
import type { RoleValues } from './role-form-values.ts';

const waitsIn = change.changeFamilies.role;
const infoOf = ({ roleNo }: Pick<RoleRow, 'roleNo'>) => call(role.info, { roleNo });
/** Everything that can be done with roles. */
export function useRoleActions(list: { refresh(): void }) {
  const t = useText();
  const add = useAction({
    name: 'roleAdd',
    endpoint: role.save,
    request: (_origin: RoleInfo | null, values: RoleValues) => saveRequest(values),
    list: { refresh: list.refresh },
    waitsIn,
  });
  const update = useAction({
    name: 'roleUpdate',
    endpoint: role.update,
    request: ({ roleNo, version }: RoleInfo, values: RoleValues) => ({
      roleNo,
      version,
      ...saveRequest(values),
    }),
    list: { refresh: list.refresh },
    waitsIn,
    facts: (info) => ({ name: info.roleName }),
  });
  const remove = useAction({
    name: 'roleDelete',
    endpoint: role.delete,
    request: ({ roleNo, version }: RoleRow) => ({
      roleNo,
      version,
    }),
    list: { refresh: list.refresh },
    waitsIn,
    facts: (row) => ({
      name: row.roleName,
      roleNo: row.roleNo,
    }),
    isDangerous: true,
  });
  const may = (name: RoleRow['allowedActions'][number]) => (row: RoleRow) => row.allowedActions.includes(name);
  const rowActions: readonly RowAction<RoleRow>[] = [
    openWith(update, infoOf, may('update')),
    { ...openWith(add, infoOf, may('copy')), name: 'copy', label: t('role.copy') },
  ];
  // It stands last in a row, behind what only looks.
  return { add, update, remove, rowActions, ofDelete: allowedAs(remove, 'delete') };
}
