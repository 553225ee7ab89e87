import { caseRollback, caseSettle, collection } from '@kituo/sdk/contracts';
import { peopleOptions, remoteOptions } from '@kituo/sdk/page';

const optionsOf = (scope: collection.CaseScope) =>
  peopleOptions((scope === 'ORDER' ? collection.byOrder : collection.byBill).userTree, (groups) =>
    groups.map(({ deptName, collectionUsers }) => ({ deptName, people: collectionUsers })),
  );

const named = (people: readonly { readonly userNo: string; readonly realName: string }[]) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName, hint: userNo }));

/** Who prepared write-offs, and who rolled them back. */
export const PREPARERS = {
  ORDER: remoteOptions(caseSettle.byOrder.people, named),
  BILL: remoteOptions(caseSettle.byBill.people, named),
} as const;
export const OPERATORS = {
  ORDER: remoteOptions(caseRollback.byOrder.people, named),
  BILL: remoteOptions(caseRollback.byBill.people, named),
} as const;

/** Collectors of one system by department, to filter by. */
export const COLLECTORS = { ORDER: optionsOf('ORDER'), BILL: optionsOf('BILL') } as const;
