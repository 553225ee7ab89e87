import { menu } from '@kituo/sdk/contracts';
import { type CodeWords, listExport, withPaths } from '../../platform/exports/index.ts';
import { readTree } from './tree.ts';

const TYPES: CodeWords = {
  CATALOGUE: ['Catalogue', '目录'],
  PAGE: ['Page', '页面'],
  OPERATION: ['Operation', '操作'],
  EXTERNAL: ['External', '外部链接'],
};
const STATES: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

const contains = (value: string | null, part: string | undefined): boolean =>
  part === undefined || (value ?? '').toLowerCase().includes(part.toLowerCase());

export const menuExport = listExport({
  kind: 'menus.export',
  title: { en: 'Export of the menu', zh: '导出菜单' },
  page: '/AdminContent/UserSystem/MenuManagement',
  params: menu.exportTree.request,
  fileStem: 'menu',
  subjectType: 'menu',
  async rows({ filters: { menuName, perms, menuType, state } }, run) {
    const { tree, roles } = await readTree(run);
    const names = new Map(roles.map(({ roleNo, roleName }) => [roleNo, roleName]));
    return withPaths(tree, {
      nameOf: (row) => row.menuName[run.lang] ?? row.menuName['en'] ?? '',
      childrenOf: (row) => row.childList,
    })
      .filter(
        ({ row }) =>
          Object.values(row.menuName).some((name) => contains(name, menuName)) &&
          contains(row.perms, perms) &&
          (menuType === undefined || row.menuType === menuType) &&
          (state === undefined || (row.enabled ? 'ENABLED' : 'DISABLED') === state),
      )
      .map((found) => ({
        ...found,
        roles: found.row.roleNos.map((roleNo) => names.get(roleNo) ?? roleNo).join('; '),
      }));
  },
  idOf: ({ row }) => row.menuNo,
  columns: [
    { en: 'Branch', zh: '所在路径', of: ({ path }) => path },
    { en: 'Name (English)', zh: '名称（英文）', of: ({ row }) => row.menuName['en'] ?? '' },
    { en: 'Name (Chinese)', zh: '名称（中文）', of: ({ row }) => row.menuName['zh'] ?? '' },
    { en: 'Type', zh: '类型', of: ({ row }) => row.menuType, codes: TYPES },
    { en: 'Permission', zh: '权限标识', of: ({ row }) => row.perms },
    { en: 'Address', zh: '外部地址', of: ({ row }) => row.externalUrl },
    { en: 'Sort', zh: '排序', of: ({ row }) => row.sort },
    {
      en: 'State',
      zh: '状态',
      of: ({ row }) => (row.enabled ? 'ENABLED' : 'DISABLED'),
      codes: STATES,
    },
    { en: 'Section', zh: '提供模块', of: ({ row }) => row.offeredBy?.plugin ?? '' },
    { en: 'Section version', zh: '模块版本', of: ({ row }) => row.offeredBy?.version ?? '' },
    { en: 'Roles', zh: '角色', of: ({ roles }) => roles },
    { en: 'Data rules', zh: '数据规则数', of: ({ row }) => row.dataRules },
  ],
});
