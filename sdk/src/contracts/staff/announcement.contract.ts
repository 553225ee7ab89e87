import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';

export const staffAnnouncement = z.object({
  announcementNo: z.string(),
  /** In the caller's language. */
  title: z.string(),
  content: z.string(),
  startAt: z.string(),
  endAt: z.nullable(z.string()),
  /** Covers Home until confirmed. */
  mustConfirm: z.boolean(),
  confirmedAt: z.nullable(z.string()),
});
export type StaffAnnouncement = z.output<typeof staffAnnouncement>;

export const mine = defineEndpoint({
  name: 'announcement.mine',
  method: 'GET',
  path: 'announcement/mine',
  access: 'signedIn',
  kind: 'query',
  summary: 'The staff announcements in force for one’s merchants and departments, newest first',
  request: z.object({}),
  reply: z.array(staffAnnouncement),
});

export const confirm = defineEndpoint({
  name: 'announcement.confirm',
  method: 'POST',
  path: 'announcement/confirm',
  access: 'signedIn',
  kind: 'command',
  summary: 'Confirms having read an announcement; once is enough',
  request: z.strictObject({ announcementNo: businessNo }),
  reply: z.object({ confirmedAt: z.string() }),
});
