import { role } from '@kituo/sdk/contracts';
import { implement } from '../../http/implement.ts';
import { grantsOf } from './grants.ts';

export const routes = [
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
];
