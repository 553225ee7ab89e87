import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { USER_MANAGEMENT_PAGE } from './user.contract.ts';

/** A department and what stands below it. */
export interface Department {
  deptNo: string;
  name: string;
  /** The number people read; `deptNo` is its key. */
  number: string;
  remark: string | null;
  leaderName: string | null;
  /** People of this department alone, and with all below it. */
  members: number;
  membersBelow: number;
  childList: Department[];
}
const department: z.ZodMiniType<Department, Department> = z.object({
  deptNo: z.string(),
  name: z.string(),
  number: z.string(),
  remark: z.nullable(z.string()),
  leaderName: z.nullable(z.string()),
  members: z.number(),
  membersBelow: z.number(),
  childList: z.lazy(() => z.array(department)),
});

export const tree = defineEndpoint({
  name: 'dept.tree',
  method: 'GET',
  path: 'dept/tree',
  access: { page: [USER_MANAGEMENT_PAGE, '/AdminContent/UserSystem/DepartmentManagement'] },
  kind: 'query',
  summary: 'The tree of departments; members are counted as far as the caller sees them',
  request: z.object({}),
  reply: z.array(department),
});
