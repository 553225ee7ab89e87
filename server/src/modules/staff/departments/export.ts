import { dept } from '@kituo/sdk/contracts';
import { listExport, withPaths } from '../../platform/exports/index.ts';
import { departmentTree } from './tree.ts';

const contains = (value: string, part: string | undefined): boolean =>
  part === undefined || value.toLowerCase().includes(part.toLowerCase());

export const departmentExport = listExport({
  kind: 'departments.export',
  title: { en: 'Export of departments', zh: '导出部门' },
  page: dept.DEPARTMENT_MANAGEMENT_PAGE,
  params: dept.exportList.request,
  fileStem: 'departments',
  subjectType: 'dept',
  async rows({ filters: { name, number, isEnabled } }, { db, caller }) {
    const tree = await departmentTree(db, caller, true);
    return withPaths(tree, {
      nameOf: (row) => row.name,
      childrenOf: (row) => row.childList,
    }).filter(
      ({ row }) =>
        contains(row.name, name) &&
        contains(row.number, number) &&
        (isEnabled === undefined || row.isEnabled === isEnabled),
    );
  },
  idOf: ({ row }) => row.deptNo,
  columns: [
    { en: 'Branch', zh: '所在路径', of: ({ path }) => path },
    { en: 'Name', zh: '名称', of: ({ row }) => row.name },
    { en: 'Number', zh: '编号', of: ({ row }) => row.number },
    { en: 'Sub-departments', zh: '下级部门数', of: ({ row }) => row.departments },
    { en: 'Members', zh: '成员数', of: ({ row }) => row.members },
    { en: 'All members', zh: '成员数（含下级）', of: ({ row }) => row.membersBelow },
    { en: 'Leader', zh: '负责人', of: ({ row }) => row.leaderName },
    { en: 'Remark', zh: '备注', of: ({ row }) => row.remark },
    { en: 'Enabled', zh: '启用', of: ({ row }) => row.isEnabled },
  ],
});
