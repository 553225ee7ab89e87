import { collection } from '@kituo/sdk/contracts';
import { peopleOptions } from '@kituo/sdk/page';

const optionsOf = (scope: collection.CaseScope) =>
  peopleOptions((scope === 'ORDER' ? collection.byOrder : collection.byBill).userTree, (groups) =>
    groups.map(({ deptName, collectionUsers }) => ({ deptName, people: collectionUsers })),
  );

/** Collectors of one system by department, to filter by. */
export const COLLECTORS = { ORDER: optionsOf('ORDER'), BILL: optionsOf('BILL') } as const;
