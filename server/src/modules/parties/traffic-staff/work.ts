import { channelsTaken, handOverAll, openChannels, refuseOrphans } from '../put-channels/index.ts';
import type { PersonnelWork } from '../../staff/personnel/index.ts';

/** Traffic staff own channels: those of somebody frozen go to the people who take part in automatic assignment. */
export const trafficWork: PersonnelWork = {
  kind: 'TRAFFIC',
  holderCode: 'operation:putChannel:save',
  codes: 'operation:trafficPersonnel',
  subjectType: 'trafficStaff',
  hasOnePrincipal: true,
  sendBack: async (_tx, userNo, call) => await handOverAll(call, userNo),
  refuseFreeze: refuseOrphans,
  openByMerchant: openChannels,
  assignedSince: channelsTaken,
};
