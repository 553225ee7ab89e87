/**
 * What sections share, each behind a door of the SDK of its own: `@kituo/sdk/<name>` is `sdk/src/doors/<name>/index.ts`,
 * built by itself and loaded with the pages that import it. With the most that one costs: script and style, brotli, KB.
 */
export const DOORS = {
  approvals: 3,
  payments: 15,
  payee: 3.5,
  recoveries: 29,
  waivers: 5,
  cases: 34,
  collectors: 5.5,
  credit: 4.5,
  robots: 15,
  calls: 13,
  rules: 5.5,
  groups: 2.5,
  phone: 5.5,
  sip: 60,
} as const satisfies Readonly<Record<string, number>>;
