import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

export const options = defineEndpoint({
  name: 'merchant.options',
  method: 'GET',
  path: 'merchant/options',
  access: 'signedIn',
  kind: 'query',
  summary: 'The merchants the caller sees, for filters and forms of any section',
  request: z.object({}),
  reply: z.array(z.object({ merchantNo: z.string(), merchantName: z.string(), enabled: z.boolean() })),
});
