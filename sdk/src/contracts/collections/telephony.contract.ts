import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

/** Whoever may call anybody, or takes calls. */
const CALLERS = {
  code: [
    'collection:contact:call',
    'collectionStage:contact:call',
    'telemarketing:call:dial',
    'audit:order:audit',
    'customerService:notLoggedList:dialTasks',
    'customerService:callRecord:save',
  ],
} as const;

export const callStatus = z.enum([
  'WAITING',
  'DIALLING',
  'RINGING',
  'ANSWERED',
  'ENDED',
  'BUSY',
  'NO_ANSWER',
  'FAILED',
]);
export type CallStatus = z.output<typeof callStatus>;

const callNo = z.string().check(z.regex(/^kc[0-9a-f]{24}$/));

export const ownCall = z.object({
  /** All that the browser dials. */
  callNo: z.string(),
  callDirection: z.enum(['OUT', 'IN']),
  callStatus,
  customerNo: z.nullable(z.string()),
  /** Masked where the caller is. */
  customerName: z.nullable(z.string()),
  /** Masked. */
  phone: z.string(),
  /** The number of ours that was called. */
  hotline: z.nullable(z.string()),
  startedAt: z.string(),
  answeredAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** Null until it ended, and where nobody told of its end. */
  talkSeconds: z.nullable(z.number()),
  /** A SIP status or Q.850 cause of the network, NOT_PLACED or NO_REPORT. */
  hangupCause: z.nullable(z.string()),
});
export type OwnCall = z.output<typeof ownCall>;

export const signIn = defineEndpoint({
  name: 'telephony.signIn',
  method: 'POST',
  path: 'telephony/signIn',
  access: CALLERS,
  kind: 'command',
  summary:
    'Signs this session in to the telephone for 10 minutes; sent again before, it stays signed in. TELEPHONE_MISSING',
  request: z.strictObject({
    /** Whether calls that come in may ring here; left out, it stays as it is. */
    takesCalls: z.optional(z.boolean()),
  }),
  reply: z.object({
    socketUrl: z.string(),
    domain: z.string(),
    /** The address that it is rung at, with the domain. */
    user: z.string(),
    authUser: z.string(),
    /** Shown once: a repeated request answers null. */
    password: z.nullable(z.string()),
    expiresAt: z.string(),
  }),
});
export const one = defineEndpoint({
  name: 'telephony.call',
  method: 'GET',
  path: 'telephony/call/{callNo}',
  access: CALLERS,
  kind: 'query',
  summary: 'One’s own call as the server knows it. CALL_NOT_FOUND',
  request: z.object({ callNo }),
  reply: ownCall,
});
export const abandon = defineEndpoint({
  name: 'telephony.abandon',
  method: 'POST',
  path: 'telephony/call/abandon',
  access: CALLERS,
  kind: 'command',
  summary: 'Says that the browser could not place a call: it failed, unless it is on its way. CALL_NOT_FOUND',
  request: z.strictObject({ callNo }),
  reply: ownCall,
});
