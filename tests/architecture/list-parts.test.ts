import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gathered } from '../../server/src/gathered.ts';

// A list can be taken away as a file, and what it masks can be shown in full, or it stands here why not.

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = globSync('server/src/modules/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'))
  .map((path) => ({ path, source: read(path) }));
const all = sources.map(({ source }) => source).join('\n');

interface Found {
  /** `payments/wallets withdrawals`. */
  readonly list: string;
  readonly isMasked: boolean;
  readonly hasExport: boolean;
  readonly hasReveal: boolean;
}

const lists: readonly Found[] = sources.flatMap(({ path, source }) =>
  [...source.matchAll(/const (\w+) =\s*(?:\([^=]*\) =>\s*)?defineList\(/g)].map((found): Found => {
    const [, name = ''] = found;
    const body = source.slice(found.index).split(/\n\}?\)?\);\n/)[0] ?? '';
    const [, storey = '', module = ''] = /modules\/(\w[\w-]*)\/([\w-]+)\//.exec(path) ?? [];
    const ofList = (maker: string) => new RegExp(`\\b${maker}\\(\\s*\\(?\\s*\\{?\\s*(\\.\\.\\.)?${name}\\b`).test(all);
    return {
      list: `${storey}/${module} ${name}`,
      isMasked: /\bpersonal: /.test(body),
      hasExport: ofList('exportOf') || all.includes(`${name}.selected(`),
      hasReveal: ofList('revealOf') || ofList('rowReveals'),
    };
  }),
);

const UNDER_ANOTHER = 'exported for each of its pages, under the name of what makes it';
const OF_ONE = 'the part of one thing, read beside it';
const OWN = 'the person’s own, some tens of rows';
/** Lists that no file is made of, and why. */
const NO_EXPORT: Readonly<Record<string, string>> = {
  'platform/jobs ownJobs': OWN,
  'platform/reveal revealsOf': 'the export of the log is of the same rows, for who may see those of others',
  'staff/schedules changeList': OWN,
  'lending/coupons applications': UNDER_ANOTHER,
  'lending/coupons issueResults': OF_ONE,
  'payments/charge-offs recoveriesIn': UNDER_ANOTHER,
  'payments/waivers listOf': UNDER_ANOTHER,
  'payments/disbursements attemptsBy': UNDER_ANOTHER,
  'payments/flows unmatchedFlows': 'the flows that it shows are exported as flows',
  'payments/refunds refundsBy': UNDER_ANOTHER,
  'payments/case-repayments linesIn': UNDER_ANOTHER,
  'payments/payments writeOffTasks': OF_ONE,
  'payments/payments applications': OF_ONE,
  'payments/balances balanceEntries': OF_ONE,
  'payments/case-settlements tasksIn': UNDER_ANOTHER,
  'payments/case-settlements unmatchedIn': UNDER_ANOTHER,
  'collections/sms-campaigns recipientList': OF_ONE,
  'collections/robot-tasks aiItems': OF_ONE,
  'collections/robot-tasks robotCallsOf': OF_ONE,
  'collections/call-lists ofDesk': UNDER_ANOTHER,
  'collections/collections settingsOf': UNDER_ANOTHER,
  'payments/waivers strategyUsage': OF_ONE,
  'collections/contacts parties': OF_ONE,
  'collections/contacts blocks': OF_ONE,
  'collections/collection-monitor contactsOf': OF_ONE,
};

const IN_FILE = 'the person is revealed where the order’s file or the case is open';
/** Lists whose masked values nobody sees in full there, and why. */
const NO_REVEAL: Readonly<Record<string, string>> = {
  'parties/risk-lists riskEntries': 'an entry is checked by its value and never read off',
  'parties/blacklist manualEntries': 'an entry is checked by its value and never read off',
  'lending/coupons applications': 'the coupon that comes of it reveals',
  'lending/coupons issueResults': 'the coupon that comes of it reveals',
  'payments/charge-offs recoveriesIn': IN_FILE,
  'payments/waivers listOf': IN_FILE,
  'payments/disbursements attemptsBy': IN_FILE,
  'payments/flows refusedCallbacks': 'read from what the channel sent, which is kept whole beside it',
  'payments/refunds refundsBy': IN_FILE,
  'payments/case-repayments linesIn': IN_FILE,
  'payments/case-settlements tasksIn': IN_FILE,
  'payments/repayments loans': IN_FILE,
  'payments/repayments bills': IN_FILE,
  'payments/repayments repayments': IN_FILE,
  'payments/transfers transfers': 'a payee is confirmed by the channel, not by whoever reads',
  'collections/quality inspections': 'what was said is judged, not who',
  'collections/robot-tasks aiItems': 'the calls of the task reveal',
  'collections/robot-tasks robotCallsOf': IN_FILE,
  'collections/collections settingsOf': 'the list of the same people reveals',
  'collections/contacts parties': IN_FILE,
  'collections/contacts blocks': 'the list of blocked contacts reveals',
  'collections/collection-monitor contactsOf': IN_FILE,
};

test('looks at all lists', () => {
  expect(lists.length).toBeGreaterThan(110);
  expect(lists.filter(({ isMasked }) => isMasked).length).toBeGreaterThan(40);
});

test('every list has an export, or a reason', () => {
  const without = lists.filter(({ hasExport }) => !hasExport).map(({ list }) => list);
  expect(without.toSorted()).toEqual(Object.keys(NO_EXPORT).toSorted());
});

test('what a list masks can be shown in full, or there is a reason', () => {
  const without = lists.filter(({ isMasked, hasReveal }) => isMasked && !hasReveal).map(({ list }) => list);
  expect(without.toSorted()).toEqual(Object.keys(NO_REVEAL).toSorted());
});

test('every reveal that a column names is one of the server', () => {
  const columns = globSync(['plugins/*/src/**/*.{ts,tsx}', 'sdk/src/doors/**/*.{ts,tsx}'], { cwd: ROOT }).map(read);
  const named = columns.flatMap((text) => [...text.matchAll(/reveal: \{\s*kind: '([\w.]+)'/g)].map(([, kind]) => kind));
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((kind) => kind === undefined || !gathered.revealKinds.has(kind))).toEqual([]);
});
