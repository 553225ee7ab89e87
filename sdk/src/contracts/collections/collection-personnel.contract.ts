import { personnelEndpoints } from '../staff/personnel.ts';

export const COLLECTION_PERSONNEL_PAGE = '/AdminContent/CollectionSystem/CollectionPersonnel';

/** Collectors: who collects, for which merchants, under which limit. */
export const endpoints = personnelEndpoints({
  family: 'collectionPersonnel',
  path: 'collectionPerson',
  page: COLLECTION_PERSONNEL_PAGE,
  alsoOn: ['/AdminContent/CollectionSystemNew/CollectionPersonnelNew'],
  codes: 'collection:personnel',
});
