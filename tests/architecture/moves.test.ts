import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Whatever moves a thing by its machine and records that itself does both by `transition`, or it stands here why not.
// A `move…` of a module (money, cases, tasks) is the one way of its thing and recorded by its command or its history.

const MODULES = join(import.meta.dirname, '../../server/src/modules');

const ASKS = 'asks for a move that another person makes';
const MANY = 'ends many at once, by the clock or by an event, where nobody calls';
const SAME = 'needs a state that allows it, and leaves the state as it is';
const WORDS = 'its record says more words than the state, or calls it otherwise';
const BY_HAND: Readonly<Record<string, string>> = {
  'collections/sms-templates/commands.ts moveTemplate': WORDS,
  'collections/unrenewed-nudges/commands.ts moveConfig': WORDS,
  'lending/credit/limits.ts closeLimit': 'its state follows from the time, and no row says the one before',
  'payments/charge-offs/commands.ts requestCancellation': ASKS,
  'payments/flows/draft-commands.ts recordFlow': 'records a payment that comes and does not match, in one row',
  'payments/reconciliation/repeated-line.ts repeatKind': WORDS,
  'platform/changes/expire.ts expireChanges': MANY,
  'platform/warnings/auto-resolve.ts autoResolve': MANY,
  'staff/schedules/abnormal/day-commands.ts explainDay':
    'is recorded by its words alone: a day that is explained is open',
  'staff/schedules/shift-commands.ts updateShift': SAME,
  'staff/schedules/shift-commands.ts dragShift': SAME,
};

/** Functions of a file, each until the next. */
function functionsIn(source: string): { readonly name: string; readonly body: string }[] {
  const heads = [...source.matchAll(/^(?:export )?(?:async )?(?:function (\w+)|const (\w+)\b)/gm)];
  return heads.map((head, index) => ({
    name: head[1] ?? head[2] ?? '',
    body: source.slice(head.index, heads[index + 1]?.index),
  }));
}

test('what moves a thing and records it does so by transition, or there is a reason', () => {
  const files = globSync('**/*.ts', { cwd: MODULES }).filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const byHand = files
    .filter((file) => !file.endsWith('platform/audit/transition.ts'))
    .flatMap((file) =>
      functionsIn(readFileSync(join(MODULES, file), 'utf8'))
        .filter(({ body }) => /\badvance\(/.test(body) && /\bwriteAudit\(/.test(body))
        .map(({ name }) => `${file} ${name}`),
    );
  expect(files.length).toBeGreaterThan(700);
  expect(byHand.toSorted()).toEqual(Object.keys(BY_HAND).toSorted());
});
