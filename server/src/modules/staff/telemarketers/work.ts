import type { PersonnelWork } from '../personnel/index.ts';

/** Telemarketers: nothing is handed to them yet, for there is no list to call; so nothing goes back. */
export const telemarketerWork: PersonnelWork = {
  kind: 'TELEMARKETER',
  holderCode: 'telemarketing:call:dial',
  codes: 'telemarketing:personnel',
  subjectType: 'telemarketer',
  sendBack: async () => await Promise.resolve(0),
  openByMerchant: async () => await Promise.resolve([]),
  handedOut: async () => await Promise.resolve([]),
};
