import { dept } from '@kituo/sdk/contracts';
import { implement } from '../../http/implement.ts';
import { departmentTree } from './departments.ts';

export const routes = [
  implement(dept.tree, async (_request, call) => await departmentTree(call.db, call.caller.scope)),
];
