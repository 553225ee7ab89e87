import type { Endpoint, FieldMessage } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { AppError } from './app-error.ts';

type Issue = z.core.$ZodIssue;

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  const minimum = String(issue.minimum);
  if (issue.origin === 'string') {
    return minimum === '1' ? 'All options must be filled' : `At least ${minimum} characters`;
  }
  if (issue.origin === 'array' || issue.origin === 'set') return `Choose at least ${minimum}`;
  return `At least ${minimum}`;
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  const maximum = String(issue.maximum);
  if (issue.origin === 'string') return `At most ${maximum} characters`;
  if (issue.origin === 'array' || issue.origin === 'set') return `Choose at most ${maximum}`;
  return `At most ${maximum}`;
}

const wrongType: Readonly<Record<string, string>> = {
  number: 'Must be a number',
  int: 'Must be a whole number',
  string: 'Must be text',
  array: 'Must be a list',
};

const UNSAID = 'Invalid input';

/**
 * How requests are parsed: where a contract says nothing, neither does zod. A library that loads the whole of zod
 * gives every schema of the process sentences of its own.
 */
export const parsing = { reportInput: true, error: () => UNSAID } as const;

/** A contract's own sentence wins; where it wrote none, one is made from what is wrong. */
function messageOf(issue: Issue): string {
  if (issue.message !== '' && issue.message !== UNSAID) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'All options must be filled'
        : (wrongType[issue.expected] ?? 'Invalid value');
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'unrecognized_keys':
      return 'Unknown field';
    default:
      return 'Invalid value';
  }
}

/** What is wrong, a message a field. */
export function fieldMessages(issues: readonly Issue[]): FieldMessage[] {
  const seen = new Set<string>();
  const fields: FieldMessage[] = [];
  for (const issue of issues) {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys] : issue.path;
    const field = path.map(String).join('.');
    if (seen.has(field)) continue;
    seen.add(field);
    fields.push({ field, msg: messageOf(issue) });
  }
  return fields;
}

/** PostgreSQL stores neither NUL nor half a character, such as one that was cut in two by its length. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** Menus, the deepest of what is sent, have six. What is checked by calling itself has an end at this. */
const DEEPEST = 64;

/** Refused here, beside its field, rather than as a fault there. Throws UNREADABLE_REQUEST past the depth. */
function unstorableField(value: unknown, path: string, depth = 0): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEEPEST) throw new AppError('UNREADABLE_REQUEST');
  for (const [key, inner] of Object.entries(value)) {
    const below = path === '' ? key : `${path}.${key}`;
    const found = isStorable(key) ? unstorableField(inner, below, depth + 1) : below;
    if (found !== null) return found;
  }
  return null;
}

/** Checks a request against its contract. Throws BAD_REQUEST with a message for each faulty field. */
export function validateRequest(endpoint: Endpoint, input: unknown): unknown {
  const field = unstorableField(input, '');
  if (field !== null) {
    throw new AppError('BAD_REQUEST', {
      fields: [{ field, msg: 'Contains characters that cannot be stored' }],
    });
  }
  const result = endpoint.request.safeParse(input, parsing);
  if (!result.success) throw new AppError('BAD_REQUEST', { fields: fieldMessages(result.error.issues) });
  return result.data;
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  return 'innerType' in def ? innermost((def as z.core.$ZodOptionalDef).innerType) : schema;
}

/** Addresses carry texts alone: turns those into the numbers and booleans the contract names. */
export function fromQuery(endpoint: Endpoint, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { def } = endpoint.request._zod;
  const shape = 'shape' in def ? (def as z.core.$ZodObjectDef).shape : {};
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const schema = shape[key];
      const type = schema ? innermost(schema)._zod.def.type : undefined;
      if (type === 'array' && typeof value === 'string') return [key, [value]];
      if (typeof value !== 'string') return [key, value];
      if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) {
        return [key, Number(value)];
      }
      if (type === 'boolean' && (value === 'true' || value === 'false')) {
        return [key, value === 'true'];
      }
      return [key, value];
    }),
  );
}
