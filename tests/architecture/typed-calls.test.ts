import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allEndpoints } from '../../server/src/http/all-endpoints.ts';

// A test calls an endpoint and not its path: what it sends and gets has types, and a path is written once.

const ROOT = join(import.meta.dirname, '../..');
const FILES = globSync(['server/src/**/*.test.ts', 'server/src/**/testing/*.ts', 'tests/security/**/*.ts'], {
  cwd: ROOT,
});

/** How an endpoint's path looks where a test wrote it out, its parameters filled in. */
const patterns = allEndpoints().map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));
const isEndpointOf = (method: string, path: string): boolean =>
  patterns.some((one) => one.method === method && one.path.test(path));

/** Calls of a person by a path that an endpoint has: `admin.post('user/saveUser', …)`. */
function callsByPath(source: string): string[] {
  const calls = source.matchAll(/\.(get|post)\(\s*(['"`])([\w-][^'"`?\n]*)(?:\?[^'"`\n]*)?\2/g);
  return [...calls].flatMap(([, verb = '', , path = '']) => {
    const filled = path.replaceAll(/\$\{[^}]*\}/g, 'x');
    return isEndpointOf(verb.toUpperCase(), filled) ? [path] : [];
  });
}

/** Calls that are still made by path, by file; fewer are right, more are not. */
const LEFT: Readonly<Record<string, number>> = {
  'staff/users/users': 12,
  'staff/roles/roles': 40,
  'staff/menus/data-rules': 11,
  'staff/menus/menus': 29,
  'staff/departments/departments': 38,
  'review/retrieval/retrieval': 1,
  'review/re-reviews/re-reviews': 1,
  'review/order-lists/order-lists': 19,
  'review/order-file/order-file': 9,
  'review/decisions/decisions': 7,
  'review/auditors/auditors': 2,
  'review/allocation/allocation': 5,
  'plugins/plugin-health/plugin-health': 5,
  'plugins/plugin-frame/plugin-frame': 10,
  'platform/warnings/warnings': 10,
  'platform/languages/languages': 39,
  'platform/dictionaries/dictionary-care': 7,
  'platform/configuration/configuration': 5,
  'platform/configuration/page-rules': 1,
  'platform/changes/changes': 42,
  'payments/wallets/wallets': 23,
  'payments/waivers/strategies': 1,
  'payments/waivers/waivers': 2,
  'payments/refunds/refund-endpoints': 6,
  'payments/payments/hold-coupon': 6,
  'payments/payments/why': 3,
  'payments/partner-platforms/partner-platforms': 2,
  'payments/market-recommends/market-recommends': 5,
  'payments/market-products/market-products': 4,
  'payments/flows/flows': 10,
  'payments/flows/reversal': 2,
  'payments/disbursements/auto-cancel-rules': 2,
  'payments/disbursements/disbursements': 12,
  'payments/channel-fees/channel-fees': 6,
  'payments/auto-write-off/write-off-files': 2,
  'payments/auto-write-off/write-offs': 4,
  'payments/accounts/money-desk': 5,
  'parties/risk-lists/risk-lists': 1,
  'parties/addresses/addresses': 3,
  'lending/routing/routing': 1,
  'lending/credit/by-hand': 5,
  'console/home/home': 6,
  'collections/robot-tasks/robot-tasks': 5,
  'collections/feedback/feedback': 7,
  'collections/collections/ai-allocation': 1,
  'collections/collections/case-desk': 17,
  'collections/collections/case-policies': 1,
  'collections/collections/division-policy': 1,
  'collections/collections/routes': 7,
};

test('finds what a test wrote out', () => {
  const planted = "await admin.post(`user/saveUser`, {}); await admin.get('user/home/tile?key=x');";
  expect(callsByPath(planted)).toEqual(['user/saveUser', 'user/home/tile']);
});

test('no further test calls an endpoint by its path', () => {
  expect(FILES.length).toBeGreaterThan(300);
  const further = FILES.flatMap((file) => {
    const calls = callsByPath(readFileSync(join(ROOT, file), 'utf8'));
    const name = file.replace('server/src/modules/', '').replace('.test.ts', '');
    return calls.length > (LEFT[name] ?? 0) ? [`${file}: ${calls.join(', ')}`] : [];
  });
  expect(further).toEqual([]);
});
