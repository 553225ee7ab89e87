import type { Settings } from '../../server/src/config/settings.ts';

const DEMO_PASSWORD = 'Kituo-demo-1';

const DEMO_ACCOUNTS: readonly (readonly [userName: string, does: string])[] = [
  ['admin', 'everything'],
  ['reviewer', 'reviews applications'],
  ['disburser', 'pays loans out'],
  ['repayer', 'settles repayments'],
  ['collector', 'collects overdue loans'],
  ['telemarketer', 'calls customers'],
  ['service', 'answers customers'],
  ['finance', 'keeps the accounts'],
  ['traffic', 'buys traffic'],
  ['operator', 'runs the platform'],
  ['plugindev', 'writes plugins'],
];

/** What a person needs to go on: the address, whom to sign in as, how long it took. */
export function announce(url: string, settings: Settings, seconds: number): void {
  console.log(`\nKituo is at ${url}`);
  if (settings.demo) {
    console.log(`\nDemo accounts, password ${DEMO_PASSWORD}:`);
    for (const [userName, does] of DEMO_ACCOUNTS) {
      console.log(`  ${userName.padEnd(14)}${does}`);
    }
  }
  console.log(`\nReady in ${seconds.toFixed(1)} s. Ctrl-C stops it.`);
}
