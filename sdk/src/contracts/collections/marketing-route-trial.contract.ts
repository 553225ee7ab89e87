import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { groupDrop } from './user-group.contract.ts';

const SAVE = { code: ['operation:marketingSmsRouter:save'] } as const;
const AT = 'smsRouter/marketing';

export const tasks = defineEndpoint({
  name: 'marketingRouteTrial.tasks',
  method: 'GET',
  path: `${AT}/tasks`,
  access: SAVE,
  kind: 'query',
  summary: 'SMS campaigns of the caller’s merchants that are not over, the next one first; at most 200',
  request: z.object({}),
  reply: z.array(
    z.object({
      taskNo: z.string(),
      taskName: z.string(),
      merchantName: z.string(),
      scheduledAt: z.string(),
    }),
  ),
});

/** ROUTE_BOUND. What of a route or a campaign makes it take the longest. */
export const routeBound = z.enum(['RATE', 'CAP', 'BUDGET']);

export const simulateTask = defineEndpoint({
  name: 'marketingRouteTrial.simulateTask',
  method: 'POST',
  path: `${AT}/simulateTask`,
  access: SAVE,
  kind: 'query',
  summary:
    'When a marketing route would have sent a campaign, what it would cost, and who of its audience falls out. Nothing is sent. SMS_ROUTE_NOT_FOUND, SMS_ROUTE_NOT_IN_FORCE, SMS_TASK_NOT_FOUND',
  request: z.strictObject({ routeNo: businessNo, taskNo: businessNo }),
  reply: z.object({
    /** Of the audience; of a campaign that runs, those who still wait. */
    people: z.number(),
    drops: z.array(z.object({ reason: groupDrop, people: z.number() })),
    /** Who may be written to and goes by another route, or by none. */
    elsewhere: z.number(),
    heldOut: z.number(),
    /** What the route sends. */
    messages: z.number(),
    segments: z.number(),
    /** At the dearest account of the route. */
    costCents: z.number(),
    /** Of whom the route takes: those who got all the texts of their day or week, and wait. */
    waiting: z.number(),
    /** Days on which it sends. */
    days: z.number(),
    /** Null where it never ends: the route is paused, or lets nothing through. */
    finishesAt: z.nullable(z.string()),
    /** Null where it is done on the first day. */
    boundBy: z.nullable(routeBound),
  }),
});
