import { personnelEndpoints } from '../staff/personnel.ts';

export const SERVICE_PERSONNEL_PAGE = '/AdminContent/CustomerServiceSystem/CustomerServiceStaff';

/** Customer service staff: teams, languages and limits. */
export const endpoints = personnelEndpoints({
  family: 'servicePersonnel',
  path: 'customerServiceCenter/user',
  page: SERVICE_PERSONNEL_PAGE,
  codes: 'customerService:personnel',
});
