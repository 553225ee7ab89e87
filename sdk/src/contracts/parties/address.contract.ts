import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

const place = { code: z.string(), name: z.string() };

export const getAddressList = defineEndpoint({
  name: 'address.getAddressList',
  method: 'GET',
  path: 'getAddressList',
  access: 'signedIn',
  kind: 'query',
  summary: 'Kenya’s counties with their sub-counties, for choosing an address level by level',
  request: z.object({}),
  reply: z.array(z.object({ ...place, childList: z.array(z.object(place)) })),
});

export const getAddressNameByCode = defineEndpoint({
  name: 'address.getAddressNameByCode',
  method: 'GET',
  path: 'getAddressNameByCode',
  access: 'signedIn',
  kind: 'query',
  summary: 'What a code of an address is called, with what it is below',
  request: z.object({ code: z.string().check(z.regex(/^\d{3}(-\d{3})?$/, 'An address code')) }),
  /** `Nairobi / Westlands`; null for a code nobody has. */
  reply: z.object({ name: z.nullable(z.string()) }),
});
