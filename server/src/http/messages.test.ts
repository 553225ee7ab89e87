import { readdir, readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { allRoutes } from '../routes.ts';
import { textOfError, textOfMessage } from './messages.ts';
import { validateRequest } from './validate.ts';

const source = new URL('../', import.meta.url);
const isSource = /(?<!\.test)\.ts$/;

/** Everything below a schema, through wrappers, unions, lists and lazy parts. */
function walk(value: unknown, seen: Set<unknown>, found: Set<string>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof RegExp) return;
  const error: unknown = 'error' in value ? value.error : undefined;
  if (typeof error === 'function') {
    const sentence: unknown = error({ code: 'custom', input: undefined });
    if (typeof sentence === 'string') found.add(sentence);
  }
  const inner = '_zod' in value ? value._zod : undefined;
  if (typeof inner === 'object' && inner !== null && 'def' in inner) walk(inner.def, seen, found);
  else for (const member of Object.values(value)) walk(member, seen, found);
}

function sentencesOfContracts(): Set<string> {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  for (const { endpoint } of allRoutes) walk(endpoint.request, seen, found);
  return found;
}

/** Sentences that modules put beside fields: `msg: '…'`, and the faults of a password. */
async function sentencesOfModules(): Promise<Set<string>> {
  const found = new Set<string>();
  const names = await readdir(source, { recursive: true });
  for (const name of names.filter((file) => isSource.test(file) && !file.includes('routes-check'))) {
    const text = await readFile(new URL(name, source), 'utf8');
    const patterns = [/\bmsg: ['`]([^'`]+)['`]/g, /\bfaults\.push\(\s*['`]([^'`]+)['`]/g];
    for (const pattern of patterns) {
      for (const [, sentence = ''] of text.matchAll(pattern)) {
        if (!sentence.startsWith('$')) found.add(sentence.replace(/\$\{[^}]*\}/g, '5'));
      }
    }
  }
  return found;
}

const untranslated = (sentences: Iterable<string>): string[] =>
  [...sentences].filter((sentence) => !/\p{Script=Han}/u.test(textOfMessage(sentence, 'zh')));

test('what is missing is told as a form tells it', () => {
  const request = z.object({ name: z.string(), sort: z.int(), day: z.nullable(z.string()) });
  const endpoint = { request } as unknown as Parameters<typeof validateRequest>[0];
  const fields = (['name', 'sort', 'day'] as const).map((field) => ({ field, msg: 'All options must be filled' }));
  expect(() => validateRequest(endpoint, {})).toThrow(expect.objectContaining({ fields }));
  const nothing = { name: null, sort: null, day: null };
  expect(() => validateRequest(endpoint, nothing)).toThrow(expect.objectContaining({ fields: fields.slice(0, 2) }));
});

test('every sentence of a contract has its Chinese', () => {
  const sentences = sentencesOfContracts();
  expect([...sentences]).toEqual(
    expect.arrayContaining(['Username cannot be empty', 'Job number format error', 'Digits only']),
  );
  expect(untranslated(sentences)).toEqual([]);
});

test('every sentence a module puts beside a field has its Chinese', async () => {
  const sentences = await sentencesOfModules();
  expect([...sentences]).toEqual(
    expect.arrayContaining(['Choose a time within the next 7 days', 'This was one of the last 5 passwords']),
  );
  expect(untranslated(sentences)).toEqual([]);
});

test('an unknown sentence is told from a known one', () => {
  const found = new Set<string>();
  walk(z.object({ x: z.optional(z.string().check(z.minLength(1, 'Nobody knows'))) }), new Set(), found);
  expect(untranslated(found)).toEqual(['Nobody knows']);
  expect(untranslated(['At most 64 characters'])).toEqual([]);
});

test('a refusal writes days as the console does', () => {
  const facts = { date: '2026-09-20' };
  expect(textOfError('RE_REVIEW_EARLY', 'en', facts)).toBe('Can be submitted from 20 Sep 2026');
  expect(textOfError('RE_REVIEW_EARLY', 'zh', facts)).toBe('20 Sep 2026 起可提交');
  expect(textOfError('RE_REVIEW_EARLY', 'en', { date: '2026-99-99' })).toContain('2026-99-99');
});
