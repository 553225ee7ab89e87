import type { PersonnelWork } from '../../staff/personnel/index.ts';
import { writeDeskFacts } from '../../staff/users/index.ts';
import { entriesByMerchant, entriesAssigned, returnEntries } from '../call-lists/index.ts';

const DESK = 'TELEMARKETING';

/** Telemarketers: their open work is the entries that are assigned to them. */
export const telemarketerWork: PersonnelWork = {
  kind: 'TELEMARKETER',
  holderCode: 'telemarketing:call:dial',
  codes: 'telemarketing:personnel',
  subjectType: 'telemarketer',
  sendBack: async (tx, userNo, call) => await returnEntries(tx, userNo, DESK, call),
  openByMerchant: async (db, userNo) => await entriesByMerchant(db, userNo, DESK),
  writeDeskFacts,
  assignedSince: async (db, since) => await entriesAssigned(db, since, DESK),
};
