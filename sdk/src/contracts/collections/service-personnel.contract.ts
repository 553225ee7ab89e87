import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';
import { personnelEndpoints } from '../staff/personnel.ts';

export const SERVICE_PERSONNEL_PAGE = '/AdminContent/CustomerServiceSystem/CustomerServiceStaff';

/** Customer service staff: teams, skills and limits. */
export const endpoints = personnelEndpoints({
  family: 'servicePersonnel',
  path: 'customerServiceCenter/user',
  page: SERVICE_PERSONNEL_PAGE,
  codes: 'customerService:personnel',
});

export const handOver = defineEndpoint({
  name: 'servicePersonnel.handOver',
  method: 'POST',
  path: 'customerServiceCenter/user/handOver',
  access: { code: ['customerService:personnel:update'] },
  kind: 'command',
  preview: true,
  summary:
    'Hands all open feedback and people to call to another person; what is of merchants that they do not work for stays. PERSONNEL_NOT_FOUND, PERSONNEL_SUCCESSOR, NOTHING_CHANGES',
  request: z.strictObject({ userNo: businessNo, toUserNo: businessNo, reason: z.optional(reason) }),
  reply: z.object({ handedOver: z.number(), kept: z.number() }),
});

export const free = defineEndpoint({
  name: 'servicePersonnel.free',
  method: 'GET',
  path: 'customerServiceCenter/freeNow',
  access: { page: [SERVICE_PERSONNEL_PAGE, '/AdminContent/CustomerServiceSystem/CustomerInCallRecord'] },
  kind: 'query',
  summary: 'Agents who are on shift and on no call now: whom a caller can be handed to',
  request: z.object({}),
  reply: z.array(
    z.object({
      userNo: z.string(),
      realName: z.string(),
      groupName: z.nullable(z.string()),
      extension: z.nullable(z.string()),
      /** Codes of SPEAKING_LANGUAGE. */
      languages: z.array(z.string()),
      handlesComplaints: z.boolean(),
      /** In their browser, at the moment. */
      takesCalls: z.boolean(),
    }),
  ),
});
