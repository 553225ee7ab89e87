import * as z from 'zod/mini';
import { businessNo, reason, selected } from '../list.ts';

/** What both desks that call people say of entries, calls and follow-ups. */
const TELEMARKETING = '/AdminContent/TelemarketingSystem/';
/** Whoever has a page of the section may know its people and choices. */
export const ANY_TELEMARKETING_PAGE = {
  page: [
    'ListLibraryManagement',
    'AbandonedListLibraryManagement',
    'ImportRecord',
    'DialTask',
    'Approval',
    'MyIncoming',
    'MyLoan',
    'InboundOrderConfig',
    'TeleMarketingBlackList',
    'BaseTypeOption',
  ].map((page) => TELEMARKETING + page),
} as const;

export const followStatus = z.enum(['NOT_FOLLOWED', 'FOLLOWING', 'DONE']);
export const willingness = z.enum(['WILLING', 'UNCLEAR', 'NOT_CONNECTED', 'NO_DEMAND', 'UNWILLING', 'NUMBER_FAULT']);
export const entryId = z.string().check(z.regex(/^LE\d+$/));
export const optionCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'Capital letters, digits and _'));
export const callPhone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

/** What the contact gate says of a number now. */
export const gateVerdict = z.object({
  isAllowed: z.boolean(),
  /** Why not. */
  text: z.nullable(z.string()),
  nextAllowedAt: z.nullable(z.string()),
});

export const followUpLine = z.object({
  id: z.string(),
  at: z.string(),
  userName: z.string(),
  willingness: z.nullable(willingness),
  content: z.string(),
  nextCallAt: z.nullable(z.string()),
});

/** CALL_CHANNEL: through the browser, or by the telephone on the desk. */
export const callChannel = z.enum(['BROWSER', 'EXTENSION']);

export const callLine = z.object({
  id: z.string(),
  at: z.string(),
  userName: z.string(),
  /** As the exchange told it; null until it does. */
  outcome: z.nullable(z.string()),
  talkSeconds: z.nullable(z.number()),
  callChannel,
});

export const assignmentLine = z.object({
  id: z.string(),
  at: z.string(),
  cause: z.string(),
  /** Null: back in the pool. */
  userName: z.nullable(z.string()),
  byName: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

/** What a drawer shows of an entry beside its row. */
export const entryPast = {
  gate: gateVerdict,
  /** The newest five. */
  followUps: z.array(followUpLine),
  /** The newest ten. */
  calls: z.array(callLine),
  assignments: z.array(assignmentLine),
};

/** How selected entries are shared out: alike, by the places that people have, or a number each. */
export const distributeMode = z.enum(['EVEN', 'FREE_CAP', 'EACH']);
export const distributeForm = z
  .strictObject({
    entryIds: selected,
    mode: distributeMode,
    userNos: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(100)),
    /** With EACH: how many each gets. */
    each: z.optional(z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(1000, 'At most 1000'))),
  })
  .check(
    z.refine(({ mode, each }) => mode !== 'EACH' || each !== undefined, {
      error: 'Content cannot be blank',
      path: ['each'],
    }),
  );

/** Who would get how many of them now. */
export const distributionPlan = z.object({
  people: z.array(
    z.object({ userNo: z.string(), realName: z.string(), given: z.number(), open: z.number(), dailyCap: z.number() }),
  ),
  /** What nobody of them has room for. */
  left: z.number(),
});

export const recallForm = z.strictObject({ entryIds: selected, reason });
