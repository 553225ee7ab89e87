import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { dayRange, exportReply, exportRequest } from '../list.ts';

/** The file of a list, for those who see it. */
export const listFile = <
  const Name extends string,
  const Path extends string,
  Filters extends z.ZodMiniType,
  const Sorts extends readonly [string, ...string[]],
>(
  name: Name,
  path: Path,
  list: { readonly access: { page: string[] } },
  filters: Filters,
  sorts: Sorts,
) =>
  defineEndpoint({
    name,
    method: 'POST',
    path,
    access: list.access,
    kind: 'command',
    summary: 'The filtered or the selected rows as a file, made by a job',
    request: exportRequest(filters, sorts),
    reply: exportReply,
  });

/**
 * RECEIVED: not worked off yet. UNMATCHED: about no call of ours. REJECTED: not a report, or its signature proves
 * nothing. ERROR: failed, and tried again. DUPLICATE: a copy of a report that is kept; it changes nothing.
 */
export const intakeStatus = z.enum(['RECEIVED', 'PROCESSED', 'DUPLICATE', 'UNMATCHED', 'REJECTED', 'ERROR']);
/** SIGNATURE_CHECK. STALE: not signed in the last 5 minutes. REPEATED: a copy of one that came. All but VALID are refused. */
export const signatureCheck = z.enum(['VALID', 'MISSING', 'WRONG', 'STALE', 'REPEATED']);
export const intakeId = z.string().check(z.regex(/^\d{1,18}$/));
const field = z.object({ name: z.string(), value: z.string() });

export const intake = {
  intakeId: z.string(),
  receivedAt: z.string(),
  /** Between what it reports and its arrival; null where it names no time. */
  lagSeconds: z.nullable(z.number()),
  attempts: z.number(),
  /** How often the very same report came again, without effect. The first 3 copies are rows of their own. */
  repeats: z.number(),
  /** The report that a DUPLICATE is a copy of. */
  duplicateOf: z.nullable(z.string()),
  intakeStatus,
  error: z.nullable(z.string()),
  /** Null where the gateway signs nothing, and where it was asked. */
  signatureCheck: z.nullable(signatureCheck),
  /** Field by field as it came, phones and texts masked. */
  fields: z.array(field),
  version: z.number(),
};
export const intakeFilters = {
  intakeId: z.optional(intakeId),
  intakeStatus: z.optional(intakeStatus),
  receivedAt: dayRange,
};
export const SORTS = ['receivedAt'] as const;

export const replayed = z.object({ intakeId: z.string(), intakeStatus, error: z.nullable(z.string()) });
export const replay = <const Name extends string, const Path extends string>(name: Name, path: Path) =>
  defineEndpoint({
    name,
    method: 'POST',
    path,
    access: { code: ['collection:ai94:replay'] },
    kind: 'command',
    preview: true,
    summary:
      'Works a report off again; one that took effect changes nothing. CALLBACK_NOT_FOUND, STALE, ILLEGAL_TRANSITION',
    request: z.strictObject({ intakeId, version: z.int() }),
    reply: replayed,
  });
/** Reports by number, or all that match: those that have not taken effect are worked off. */
export const replayMany = <const Name extends string, const Path extends string, Filters extends z.ZodMiniType>(
  name: Name,
  path: Path,
  filters: Filters,
) =>
  defineEndpoint({
    name,
    method: 'POST',
    path,
    access: { code: ['collection:ai94:replay'] },
    kind: 'command',
    summary: 'Works reports off again that have not taken effect, by a job, up to 1,000 at a time. NOTHING_CHANGES',
    request: z.strictObject({
      filters,
      /** Null for all that match. */
      ids: z.nullable(z.array(intakeId).check(z.minLength(1, 'Choose at least 1'), z.maxLength(1_000))),
    }),
    reply: exportReply,
  });
