import type * as z from 'zod/mini';

const KINDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  array: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
};

/** What is wrong with a part of a file that people write: what is there, and what should. */
export function issueInWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = KINDS[issue.expected] ?? issue.expected;
      return issue.input === undefined
        ? `is missing; expected ${expected}`
        : `found ${shown(issue.input)}, expected ${expected}`;
    }
    case 'unrecognized_keys':
      return `has ${issue.keys.join(', ')}, which nothing reads`;
    case 'too_small':
      return `found ${shown(issue.input)}, expected ${issue.minimum} at least`;
    case 'too_big':
      return `found ${shown(issue.input)}, expected ${issue.maximum} at most`;
    case 'invalid_format':
      return `found ${shown(issue.input)}, which has another form than it must have`;
    default:
      return issue.message;
  }
}

const LONGEST = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
