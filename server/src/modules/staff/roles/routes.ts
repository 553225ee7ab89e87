import { role } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { roleExport } from './export.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { deleteOrRequest, saveOrRequest, setHidden, updateOrRequest } from './change-kinds.ts';
import { roleMatrix, sameMenuRoles } from './compare.ts';
import { conflictsOf } from './conflicts.ts';
import { grantsOf } from './grants.ts';
import { presentRole } from './present.ts';
import { roles } from './query.ts';
import { readRole } from './read.ts';
import { simulateRights } from './simulate.ts';
import { permissionTree } from './tree.ts';
import { unusedOf } from './unused.ts';

export const routes = [
  implement(role.exportList, roleExport.queue),
  implement(role.list, async (_request, call) => {
    const { roles } = await grantsOf(call.db, call.caller);
    return [...roles.values()].map((entry) => ({
      roleNo: entry.roleNo,
      roleName: entry.roleName,
      remark: entry.remark === '' ? null : entry.remark,
      isDesensitization: entry.isDesensitization ? (1 as const) : (0 as const),
      isGrantable: entry.beyond.length === 0,
    }));
  }),
  implement(role.page, roles.page),
  implement(role.info, async ({ roleNo }, { caller, db }) => {
    const record = await readRole(db, roleNo);
    const { pages: _pages, sensitive: _tags, ...row } = presentRole(caller, await grantsOf(db, caller), record);
    const { dataScope, pages, codes, sensitive } = record;
    return {
      ...row,
      dataScope,
      sensitive,
      pages: [...pages],
      codes: [...codes],
      conflicts: conflictsOf(codes),
      history: await readHistory(db, 'role', roleNo),
    };
  }),
  implement(role.tree, async (_request, call) => await permissionTree(call)),
  implement(role.save, saveOrRequest),
  implement(role.update, updateOrRequest),
  implement(role.delete, deleteOrRequest),
  implement(role.addressBookHide, async (request, call) => await setHidden('addressBookHide', request, call)),
  implement(role.orderDetailsHide, async (request, call) => await setHidden('orderDetailsHide', request, call)),
  implement(role.sameMenuRole, async ({ roleNo }, { db }) => await sameMenuRoles(db, roleNo)),
  implement(role.matrix, async (_request, { db }) => await roleMatrix(db)),
  implement(role.simulate, simulateRights),
  implement(role.unused, async ({ roleNo }, { db }) => await unusedOf(db, roleNo)),
];
