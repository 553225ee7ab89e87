import { personnelEndpoints } from './personnel.ts';

export const TELEMARKETING_PERSONNEL_PAGE = '/AdminContent/TelemarketingSystem/TelemarketingPersonnel';

/** Telemarketers: teams, limits, and who is assigned entries. */
export const endpoints = personnelEndpoints({
  family: 'telemarketingPersonnel',
  path: 'telemarketing/user',
  page: TELEMARKETING_PERSONNEL_PAGE,
  codes: 'telemarketing:personnel',
});
