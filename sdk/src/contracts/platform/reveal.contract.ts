import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, listReply, listRequest, reason } from '../list.ts';
import { revealField } from '../reveal-field.ts';
import { USER_MANAGEMENT_PAGE } from '../page-paths.ts';

/** What became of an attempt to see a value in full. */
export const revealOutcome = z.enum(['SHOWN', 'REPEATED', 'EMPTY', 'REFUSED']);

/** What is revealed of what: `user.phone`. */
export const revealKind = z.string().check(z.regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/, 'A kind, e.g. user.phone'));

/** A code of the dictionary REVEAL_PURPOSE; OTHER takes a note. */
export const revealPurpose = z
  .string()
  .check(z.minLength(1, 'Content cannot be blank'), z.regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'Invalid value'));

const what = { kind: revealKind, subjectNo: businessNo, purpose: revealPurpose };

export const value = defineEndpoint({
  name: 'reveal.value',
  method: 'GET',
  path: 'reveal/{kind}/{subjectNo}',
  access: 'signedIn',
  kind: 'query',
  summary:
    'One value in full, for show and copy; `-` where there is none. Recorded, counted against the day’s budget. REVEAL_BUDGET, REVEAL_FIELD, FORBIDDEN',
  request: z.object(what),
  reply: z.string(),
});

export const show = defineEndpoint({
  name: 'reveal.show',
  method: 'POST',
  path: 'reveal/show',
  access: 'signedIn',
  // Not a command: its reply holds the value, and a command's reply is stored.
  kind: 'signal',
  summary: 'The same, with a note, which never is in an address; and what is left of the budget',
  request: z.strictObject({ ...what, note: z.optional(reason) }),
  reply: z.object({
    /** `-` where there is none. */
    value: z.string(),
    left: z.number(),
  }),
});

export const budget = defineEndpoint({
  name: 'reveal.budget',
  method: 'GET',
  path: 'reveal/budget',
  access: 'signedIn',
  kind: 'query',
  summary: 'What the caller may still reveal today (EAT)',
  request: z.object({}),
  reply: z.object({
    /** Values a day, by the most generous role. */
    budget: z.number(),
    used: z.number(),
    left: z.number(),
    /** Fields that the roles allow to reveal at all. */
    fields: z.array(revealField),
    /** Midnight in East Africa. */
    resetsAt: z.string(),
  }),
});

export const revealRow = z.object({
  revealId: z.string(),
  happenedAt: z.string(),
  userNo: z.string(),
  realName: z.string(),
  kind: z.string(),
  /** The kind in the caller's language. */
  title: z.string(),
  field: z.string(),
  subjectNo: z.string(),
  purpose: z.string(),
  note: z.nullable(z.string()),
  /** SHOWN, REPEATED (the same value again that day: not counted), EMPTY, or REFUSED for want of budget. */
  outcome: revealOutcome,
});
export type RevealRow = z.output<typeof revealRow>;

const filters = {
  kind: z.optional(revealKind),
  purpose: z.optional(revealPurpose),
  outcome: z.optional(revealRow.shape.outcome),
  subjectNo: z.optional(businessNo),
  /** Days in EAT, both included. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
};

export const mine = defineEndpoint({
  name: 'reveal.mine',
  method: 'POST',
  path: 'reveal/mine/page',
  access: 'signedIn',
  kind: 'query',
  summary: 'What the caller revealed, newest first',
  request: listRequest(z.strictObject(filters), ['happenedAt']),
  reply: listReply(revealRow),
});

export const ofUser = defineEndpoint({
  name: 'reveal.ofUser',
  method: 'POST',
  path: 'user/reveal/page',
  access: { page: [USER_MANAGEMENT_PAGE] },
  kind: 'query',
  summary: 'What a user the caller sees revealed, newest first',
  request: listRequest(z.strictObject({ ...filters, userNo: businessNo }), ['happenedAt']),
  reply: listReply(revealRow),
});
