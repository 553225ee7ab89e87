import { personnelEndpoints } from './personnel.ts';

export const TRAFFIC_PERSONNEL_PAGE = '/AdminContent/OperationSystem/TrafficPersonnel';

/** Traffic staff: who owns which merchants. */
export const endpoints = personnelEndpoints({
  family: 'trafficPersonnel',
  path: 'putChannel/personnel',
  page: TRAFFIC_PERSONNEL_PAGE,
  codes: 'operation:trafficPersonnel',
});
