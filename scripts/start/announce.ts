import { DEMO_PASSWORD, DEMO_USER_NAMES } from '../../server/src/seed/index.ts';
import { SECOND_PERSON } from '../../server/src/seed/second-person.ts';
import type { Settings } from '../../server/src/config/settings.ts';

/** What a person needs to go on: the address, whom to sign in as, how long it took. */
export function announce(url: string, settings: Settings, seconds: number, sandboxUrl?: string): void {
  console.log(`\nKituo is at ${url}`);
  if (settings.demo) {
    console.log(`\nDemo accounts, password ${DEMO_PASSWORD}:`);
    console.log(`  ${[...DEMO_USER_NAMES, SECOND_PERSON].join(', ')}`);
  }
  if (sandboxUrl !== undefined) console.log(`\nGateways’ sandbox: ${sandboxUrl}`);
  console.log(`\nReady in ${seconds.toFixed(1)} s. Ctrl-C stops it.`);
}
