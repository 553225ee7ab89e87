import { role } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { roles } from './query.ts';

export const roleExport = exportOf(roles, {
  kind: 'roles.export',
  title: { en: 'Export of roles', zh: '导出角色' },
  page: role.ROLE_MANAGEMENT_PAGE,
  params: role.exportList.request,
  fileStem: 'roles',
  subjectType: 'role',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.roleNo },
    { en: 'Role name', zh: '角色名称', of: (row) => row.roleName },
    { en: 'Users', zh: '用户数', of: (row) => row.users },
    { en: 'Pages', zh: '页面数', of: (row) => row.pages },
    { en: 'Operations', zh: '操作数', of: (row) => row.operations },
    { en: 'Sensitive permissions', zh: '敏感权限', of: (row) => row.sensitive.join('; ') },
    { en: 'Pending request', zh: '待生效变更', of: (row) => row.pendingChangeNo },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
  ],
});
