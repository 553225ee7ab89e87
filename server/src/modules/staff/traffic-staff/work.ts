import type { PersonnelWork } from '../personnel/index.ts';

/** Traffic staff: they own channels, of which there are none yet; so nothing goes back. */
export const trafficWork: PersonnelWork = {
  kind: 'TRAFFIC',
  holderCode: 'operation:putChannel:save',
  codes: 'operation:trafficPersonnel',
  subjectType: 'trafficStaff',
  sendBack: async () => await Promise.resolve(0),
  openByMerchant: async () => await Promise.resolve([]),
  assignedSince: async () => await Promise.resolve([]),
};
