import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { personnelEndpoints } from './personnel.ts';

export const TELEMARKETING_PERSONNEL_PAGE = '/AdminContent/TelemarketingSystem/TelemarketingPersonnel';

/** Telemarketers: teams, limits, and who is assigned entries. */
export const endpoints = personnelEndpoints({
  family: 'telemarketingPersonnel',
  path: 'telemarketing/user',
  page: TELEMARKETING_PERSONNEL_PAGE,
  codes: 'telemarketing:personnel',
});

/** A merchant's entries against the daily limits of its people; who works for several merchants counts with each. */
export const teamCapacity = z.object({
  merchantNo: z.string(),
  merchantName: z.string(),
  /** Unfrozen people. */
  people: z.number(),
  /** Their daily limits together. */
  caps: z.number(),
  /** Assigned, or in the pool and callable now. */
  toCall: z.number(),
});
export type TeamCapacity = z.output<typeof teamCapacity>;

export const capacity = defineEndpoint({
  name: 'telemarketingPersonnel.capacity',
  method: 'GET',
  path: 'telemarketing/user/capacity',
  access: { page: [TELEMARKETING_PERSONNEL_PAGE] },
  kind: 'query',
  summary: 'The entries to call of each of the caller’s merchants, and the daily limits of its people together',
  request: z.object({}),
  reply: z.array(teamCapacity),
});
