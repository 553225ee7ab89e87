import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { warningRow } from '../platform/warning.contract.ts';

/** Tiles of Home itself; those of sections are named by their modules: `flows.unmatched`. */
export const tileKey = z.enum([
  'warningsUrgent',
  'warningsOpen',
  'warningsMine',
  'usersNormal',
  'usersFrozen',
  'usersAwaitingPassword',
  'sessionsMine',
  'changesUsers',
  'changesRoles',
  'changesMenus',
  'versionsPolicy',
  'changesPayout',
]);

/** A figure of one's own day, with the page that shows what is behind it. */
export const homeTile = z.object({
  key: z.string(),
  /** What it counts, in the caller’s language; null for a tile of Home itself, which Home names. */
  label: z.nullable(z.string()),
  /** What the counted come to, in cents; null where that is no money. */
  amountCents: z.nullable(z.number()),
  /** Null where it could not be counted: the others stand all the same. */
  count: z.nullable(z.number()),
  /** The most that one takes of them a day, where there is such a bound. */
  cap: z.optional(z.number()),
  /** Since when the oldest of them waits, where that is told. */
  oldestAt: z.optional(z.string()),
  /** What came in on each of the last 7 days in EAT, oldest first; null where that is not recorded. */
  days: z.nullable(z.array(z.number())),
  /** When it was counted. */
  asOf: z.string(),
  /** Where it leads, filter included; null for a plain figure. */
  path: z.nullable(z.string()),
});

export const summary = defineEndpoint({
  name: 'home.summary',
  method: 'GET',
  path: 'user/home/summary',
  access: 'signedIn',
  kind: 'query',
  summary: 'A first look at one’s own day',
  request: z.object({}),
  reply: z.object({
    realName: z.string(),
    deptName: z.nullable(z.string()),
    /** Today in East Africa Time, `YYYY-MM-DD`, and the hour 0 to 23 for the greeting. */
    eatDate: z.string(),
    eatHour: z.number(),
    /** The person's own shift; absent where nobody planned any for them around today. */
    shift: z.optional(
      z.object({
        isOnShift: z.boolean(),
        /** When the present one ends, or else the next begins; null where none is planned. */
        changesAt: z.nullable(z.string()),
        /** When the next begins, of the coming seven days. */
        nextAt: z.nullable(z.string()),
      }),
    ),
    /** When the figures were counted. */
    asOf: z.string(),
    lastSignInAt: z.nullable(z.string()),
    roles: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
    /** Pages held beyond those everyone has; 0 shows whom to ask instead of tiles. */
    pagesHeld: z.number(),
    /** Whom to ask for more, nearest first: leaders of one's department and those above it. */
    askPeople: z.array(z.object({ realName: z.string(), deptName: z.string() })),
    tiles: z.array(homeTile),
    /** The five newest that are not resolved; null where they could not be read. */
    warnings: z.nullable(z.array(warningRow)),
  }),
});

export const tile = defineEndpoint({
  name: 'home.tile',
  method: 'GET',
  path: 'user/home/tile',
  access: 'signedIn',
  kind: 'query',
  summary: 'One tile counted again, such as one that failed',
  request: z.object({ key: z.string().check(z.maxLength(60)) }),
  reply: homeTile,
});

/** What waits for the caller behind one entry of their menu. */
export const menuCount = z.object({
  /** The page, as its plugin writes it. */
  path: z.string(),
  /** Above 0: where nothing waits, the entry has none. */
  count: z.number(),
});
export type MenuCount = z.output<typeof menuCount>;

export const menuCounts = defineEndpoint({
  name: 'home.menuCounts',
  method: 'GET',
  path: 'user/home/menuCounts',
  access: 'signedIn',
  kind: 'query',
  summary: 'What waits for the caller behind entries of their menu: reviews, cases, decisions',
  request: z.object({}),
  reply: z.array(menuCount),
});

export const recent = defineEndpoint({
  name: 'home.recent',
  method: 'GET',
  path: 'user/home/recent',
  access: 'signedIn',
  kind: 'query',
  summary: 'The pages one visited last, newest first, at most 10',
  request: z.object({}),
  reply: z.array(
    z.object({
      path: z.string(),
      pageName: z.string(),
      lastVisitedAt: z.string(),
      visits: z.number(),
    }),
  ),
});
