import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, reason, selected } from '../list.ts';
import { personnelEndpoints } from './personnel.ts';

export const TRAFFIC_PERSONNEL_PAGE = '/AdminContent/OperationSystem/TrafficPersonnel';

/** Traffic staff: who owns which merchants. */
export const endpoints = personnelEndpoints({
  family: 'trafficPersonnel',
  path: 'putChannel/personnel',
  page: TRAFFIC_PERSONNEL_PAGE,
  codes: 'operation:trafficPersonnel',
});

const UPDATE = { code: ['operation:trafficPersonnel:update'] } as const;

export const channels = defineEndpoint({
  name: 'trafficPersonnel.channels',
  method: 'POST',
  path: 'putChannel/personnel/channels',
  access: UPDATE,
  kind: 'query',
  summary: 'The running channels of the caller’s merchants with their owners',
  request: z.strictObject({}),
  reply: z.array(
    z.object({
      ruleId: z.string(),
      channelCode: z.string(),
      merchantName: z.string(),
      ownerUserNo: z.nullable(z.string()),
      ownerName: z.nullable(z.string()),
    }),
  ),
});

export const giveChannels = defineEndpoint({
  name: 'trafficPersonnel.giveChannels',
  method: 'POST',
  path: 'putChannel/personnel/giveChannels',
  access: UPDATE,
  kind: 'command',
  summary:
    'Makes a person the owner of channels, each with a sheet of its spend, cap and first overdue. REFERENCE_UNKNOWN, CHANNEL_FIRST_LOANS, CHANNEL_OWNED, NOT_FOUND',
  request: z.strictObject({
    toUserNo: businessNo,
    ruleIds: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(100)),
    reason,
  }),
  reply: z.object({ moved: z.number() }),
});

export const moveChannels = defineEndpoint({
  name: 'trafficPersonnel.moveChannels',
  method: 'POST',
  path: 'putChannel/personnel/moveChannels',
  access: UPDATE,
  kind: 'command',
  summary: 'Moves the running channels of selected people to one successor, by a job. REFERENCE_UNKNOWN',
  request: z.strictObject({ userNos: selected, toUserNo: businessNo, reason }),
  reply: exportReply,
});

export const funnel = defineEndpoint({
  name: 'trafficPersonnel.funnel',
  method: 'GET',
  path: 'putChannel/personnel/funnel/{userNo}',
  access: { page: [TRAFFIC_PERSONNEL_PAGE] },
  kind: 'query',
  summary: 'What a person’s running channels brought since the 1st of the month (EAT), of the caller’s merchants',
  request: z.object({ userNo: businessNo }),
  reply: z.array(
    z.object({
      channelCode: z.string(),
      clicks: z.number(),
      registrations: z.number(),
      applications: z.number(),
      disbursed: z.number(),
      spentCents: z.number(),
    }),
  ),
});
