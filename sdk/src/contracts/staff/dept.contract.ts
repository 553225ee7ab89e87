import * as z from 'zod/mini';
import { USER_MANAGEMENT_PAGE } from '../page-paths.ts';
import { defineEndpoint } from '../endpoint.ts';
import { historyEntry } from '../platform/history.ts';
import { businessNo, exportReply, reason, textFilter, treeExportRequest } from '../list.ts';

/** Written out: a browser is sent this family without what it imports. */
export const DEPARTMENT_MANAGEMENT_PAGE = '/AdminContent/UserSystem/DepartmentManagement';

/** What the caller may do with a department now. A move awaits approval. */
export const departmentAction = z.enum(['add', 'update', 'move', 'delete']);

/** A department and what is below it. */
export interface Department {
  deptNo: string;
  name: string;
  /** The number people read; `deptNo` is its key. Given by the server, never used again. */
  number: string;
  remark: string | null;
  leaderUserNo: string | null;
  leaderName: string | null;
  isEnabled: boolean;
  /** Departments right below it. */
  departments: number;
  /** People of this department alone, and with all below it. */
  members: number;
  membersBelow: number;
  /** Goes back with `update` and `delete`; a change in between answers `STALE`. */
  version: number;
  allowedActions: z.output<typeof departmentAction>[];
  childList: Department[];
}
const department: z.ZodMiniType<Department, Department> = z.object({
  deptNo: z.string(),
  name: z.string(),
  number: z.string(),
  remark: z.nullable(z.string()),
  leaderUserNo: z.nullable(z.string()),
  leaderName: z.nullable(z.string()),
  isEnabled: z.boolean(),
  departments: z.number(),
  members: z.number(),
  membersBelow: z.number(),
  version: z.number(),
  allowedActions: z.array(departmentAction),
  childList: z.lazy(() => z.array(department)),
});

export const tree = defineEndpoint({
  name: 'dept.tree',
  method: 'GET',
  path: 'dept/tree',
  access: { page: [USER_MANAGEMENT_PAGE, DEPARTMENT_MANAGEMENT_PAGE] },
  kind: 'query',
  summary: 'The tree of departments; members are counted as far as the caller sees them',
  /** Without `withDisabled` just those that can be chosen. */
  request: z.object({ withDisabled: z.optional(z.boolean()) }),
  reply: z.array(department),
});

export const exportList = defineEndpoint({
  name: 'dept.export',
  method: 'POST',
  path: 'dept/export',
  access: { page: [DEPARTMENT_MANAGEMENT_PAGE] },
  kind: 'command',
  summary: 'The filtered departments as a file, made by a job; members as far as the caller sees them',
  request: treeExportRequest(
    z.strictObject({ name: textFilter, number: textFilter, isEnabled: z.optional(z.boolean()) }),
  ),
  reply: exportReply,
});

const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters'));
const remark = z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')));
/** A person who can sign in. */
const leaderUserNo = z.nullable(businessNo);

export const add = defineEndpoint({
  name: 'dept.add',
  method: 'POST',
  path: 'dept/add',
  access: { code: ['user:dept:add'] },
  kind: 'command',
  summary: 'Adds a department below another, or at the top; the server gives its number',
  request: z.strictObject({ parentDeptNo: z.nullable(businessNo), name, leaderUserNo, remark }),
  reply: z.object({ deptNo: z.string() }),
});

export const update = defineEndpoint({
  name: 'dept.update',
  method: 'POST',
  path: 'dept/update',
  access: { code: ['user:dept:update'] },
  kind: 'command',
  summary: 'Changes what was sent; the place in the tree is changed by dept/move',
  request: z.strictObject({
    deptNo: businessNo,
    version: z.int(),
    name: z.optional(name),
    leaderUserNo: z.optional(leaderUserNo),
    remark: z.optional(remark),
    /** Nobody new is put into a disabled department; who is in it stays. */
    isEnabled: z.optional(z.boolean()),
  }),
  reply: z.object({ deptNo: z.string(), version: z.number() }),
});

const move_ = z.strictObject({ deptNo: businessNo, parentDeptNo: z.nullable(businessNo) });

export const movePreview = defineEndpoint({
  name: 'dept.movePreview',
  method: 'POST',
  path: 'dept/move/preview',
  access: { code: ['user:dept:update'] },
  kind: 'query',
  summary: 'Who sees more or less, and on which pages, when a department stands elsewhere',
  request: move_,
  reply: z.object({
    /** Names of the parents; null is the top level. */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** People in the branch that moves. */
    members: z.number(),
    /** Leaders, and people whose data rules follow departments. At most 100 are named. */
    people: z.array(
      z.object({
        userNo: z.string(),
        realName: z.string(),
        deptName: z.string(),
        /** Whether they come to see the branch or see it no more. */
        effect: z.enum(['GAINS', 'LOSES']),
      }),
    ),
    peopleTotal: z.number(),
    /** Pages on which it shows. */
    menus: z.array(z.string()),
  }),
});

export const move = defineEndpoint({
  name: 'dept.move',
  method: 'POST',
  path: 'dept/move',
  access: { code: ['user:dept:update'] },
  kind: 'command',
  summary: 'Puts a department below another parent, once an approver agrees',
  request: z.strictObject({ ...move_.shape, reason: z.optional(reason) }),
  reply: z.object({ deptNo: z.string(), changeNo: z.optional(z.string()) }),
});

const deleteDepartment = defineEndpoint({
  name: 'dept.delete',
  method: 'POST',
  path: 'dept/delete',
  access: { code: ['user:dept:delete'] },
  kind: 'command',
  summary: 'Deletes a department without sub-departments and people',
  request: z.strictObject({ deptNo: businessNo, version: z.int() }),
  reply: z.object({ deptNo: z.string() }),
});
export { deleteDepartment as delete };

export const history = defineEndpoint({
  name: 'dept.history',
  method: 'GET',
  path: 'dept/history/{deptNo}',
  access: { page: [DEPARTMENT_MANAGEMENT_PAGE] },
  kind: 'query',
  summary: 'What was changed of a department, the newest first',
  request: z.object({ deptNo: businessNo }),
  reply: z.array(historyEntry),
});

export const leaders = defineEndpoint({
  name: 'dept.leaders',
  method: 'GET',
  path: 'dept/leaders',
  access: { code: ['user:dept:add', 'user:dept:update'] },
  kind: 'query',
  summary: 'People who may lead a department: able to sign in, within the caller’s merchants',
  request: z.object({}),
  reply: z.array(z.object({ userNo: z.string(), realName: z.string(), deptName: z.nullable(z.string()) })),
});
