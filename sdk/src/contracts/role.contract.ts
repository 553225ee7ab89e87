import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { USER_MANAGEMENT_PAGE } from './user.contract.ts';

export const list = defineEndpoint({
  name: 'role.list',
  method: 'GET',
  path: 'role/list',
  access: { page: [USER_MANAGEMENT_PAGE, '/AdminContent/UserSystem/RoleManagement'] },
  kind: 'query',
  summary: 'All roles by name, for choosing',
  request: z.object({}),
  reply: z.array(
    z.object({
      roleNo: z.string(),
      roleName: z.string(),
      remark: z.nullable(z.string()),
      /** Whether values leave the server masked for holders of it. */
      isDesensitization: z.union([z.literal(0), z.literal(1)]),
      /** Whether the caller holds everything the role grants; others are refused with GRANT_BEYOND_OWN. */
      isGrantable: z.boolean(),
    }),
  ),
});
