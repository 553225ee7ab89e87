import { dept } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { departmentExport } from './export.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { moveOrRequest } from './change-kinds.ts';
import { addDepartment, deleteDepartment, readDepartment, readLeaders, updateDepartment } from './commands.ts';
import { previewMove } from './move.ts';
import { departmentTree } from './tree.ts';

export const routes = [
  implement(dept.exportList, departmentExport.queue),
  implement(
    dept.tree,
    async ({ withDisabled = false }, call) => await departmentTree(call.db, call.caller, withDisabled),
  ),
  implement(dept.add, addDepartment),
  implement(dept.update, updateDepartment),
  implement(dept.movePreview, previewMove),
  implement(dept.move, moveOrRequest),
  implement(dept.delete, deleteDepartment),
  implement(dept.history, async ({ deptNo }, { db }) => {
    await readDepartment(db, deptNo);
    return await readHistory(db, 'dept', deptNo);
  }),
  implement(dept.leaders, async (_request, call) => await readLeaders(call.db, call.caller)),
];
