import type { revealField } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { role } from '@kituo/sdk/contracts';
import type { Translate } from '@kituo/sdk';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  number,
  remoteOptions,
  several,
  status,
  text,
  time,
  tree,
} from '@kituo/sdk/page';
import type { Column, Option } from '@kituo/sdk/page';

export type RoleRow = role.RoleRow;
export type RoleInfo = role.RoleInfo;
const ROLE_CHANGE = defineDictionary('ROLE_CHANGE', { WAITING: 'attention' });
export const DATA_SCOPE = defineDictionary<CodesOf<typeof role.dataScope>>('DATA_SCOPE', {
  MERCHANTS: 'waiting',
  ALL: 'attention',
});
export const REVEAL_FIELD = defineDictionary<CodesOf<typeof revealField>>('REVEAL_FIELD', {
  customerName: 'waiting',
  phone: 'waiting',
  idCardNo: 'waiting',
  bankAccount: 'waiting',
  email: 'waiting',
  address: 'waiting',
  contacts: 'waiting',
  location: 'waiting',
});

const permissionOption = (node: role.Permission): Option => ({
  value: node.key,
  label: node.name,
  isDisabled: node.kind === 'SECTION',
  children: node.children.map(permissionOption),
});
/** Pages and operations to find roles by. */
const permissions = remoteOptions(role.tree, (sections) => sections.map(permissionOption));

export const roleFilters = defineFilters({
  roleName: containing(),
  permission: tree(permissions),
  updatedAt: dateRange(),
  roleNo: containing(),
});

/** The number of the change says nothing to people; that one waits does. */
const waitingChange: Column<RoleRow> = {
  ...status<RoleRow>('pendingChangeNo', ROLE_CHANGE, { width: 96 }),
  valueOf: (row) => ({
    kind: 'status',
    code: row.pendingChangeNo === null ? null : 'WAITING',
    dictionary: ROLE_CHANGE,
  }),
};

/** The columns; names of sensitive permissions are texts, so they come with the reader's language. */
export function roleColumnsIn(t: Translate) {
  return defineColumns<RoleRow>([
    text('roleName', { sortable: true, width: 156 }),
    number('roleNo', { sortable: true, width: 80 }),
    count('users', { sortable: true, width: 70 }),
    count('pages', { width: 70 }),
    count('operations', { width: 100 }),
    several('sensitive', (row) => row.sensitive.map((tag) => t(`SENSITIVE.${tag}`)), {
      width: 150,
    }),
    waitingChange,
    text('updatedByName', { width: 117 }),
    time('updatedAt', { sortable: true, width: 165 }),
    text('remark', { width: 260, hidden: true }),
  ]);
}
