import { useText } from '@kituo/sdk';
import { collection, collectionMerge } from '@kituo/sdk/contracts';
import { allowedAs, useAction, useBatch } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { useRef } from 'react';
import type { CaseListParts } from './case-list.tsx';
import { deskOf } from './case-system.ts';
import type { CaseRow, DeskScope } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

/** What a form of assigning holds; what its mode does not take is left out on the way. */
export interface Allotting extends Record<string, unknown> {
  readonly mode: collection.AllotMode;
  readonly collectionUserNo: string | null;
  readonly collectionUserNos: string[];
  readonly takeSiblings: boolean;
  readonly splitReason: string;
  readonly reason: string;
}
export const ALLOTTING: Allotting = {
  mode: 'HAND',
  collectionUserNo: null,
  collectionUserNos: [],
  takeSiblings: true,
  splitReason: '',
  reason: '',
};

/** At most so many at a time. */
const MAX = 500;
type Planned = collection.AllotPreview['plan'];

/** Assigning cases, one or many: to a person, by the rules, or divided as a preview shows. */
export function useAllotActions(scope: DeskScope, { list }: Pick<CaseListParts, 'list'>) {
  const t = useText(CASES_TEXTS);
  const of = deskOf(scope);
  const area = of.jobs;
  const isBoth = scope === 'BOTH';
  const give = isBoth ? collectionMerge.distribute : of.distribute;
  const handOn = isBoth ? collectionMerge.redistribute : of.redistribute;
  // What the preview in the open form divided: the command carries out what was seen.
  const plan = useRef<Planned | null>(null);
  const asked = (caseIds: readonly string[], values: Allotting) => {
    const isDivided = values.mode !== 'HAND' && values.mode !== 'AUTO';
    return {
      caseIds: [...caseIds],
      mode: values.mode,
      ...(values.mode === 'HAND' && values.collectionUserNo !== null && { collectionUserNo: values.collectionUserNo }),
      ...(isDivided && plan.current !== null && { plan: [...plan.current] }),
      ...(isBoth && { sameBorrower: values.takeSiblings }),
      ...(scope === 'BILL' && { takeSiblings: values.takeSiblings }),
      ...(scope === 'BILL' && !values.takeSiblings && { splitReason: values.splitReason }),
    };
  };
  const shared = {
    words: t,
    list: { refresh: list.refresh },
    facts: (row: CaseRow) => ({
      name: row.caseNo,
      previous: row.previousCollectorName ?? '',
      level: row.caseLevel,
      collector: row.collectorName ?? '',
    }),
  };
  const ids = ({ ids: chosen }: { readonly ids: readonly string[] | null }) => [...(chosen ?? [])];
  const distribute = useAction({
    ...shared,
    name: 'caseDistribute',
    endpoint: give,
    request: (row: CaseRow, values: Allotting) => asked([row.caseId], values),
  });
  const redistribute = useAction({
    ...shared,
    name: 'caseRedistribute',
    endpoint: handOn,
    request: (row: CaseRow, values: Allotting) => ({ ...asked([row.caseId], values), reason: values.reason }),
  });
  // By bill: the order's other bills come to who has this one.
  const join = useAction({
    ...shared,
    name: 'caseJoin',
    endpoint: handOn,
    request: (row: CaseRow, { reason }: { reason: string }) => ({
      ...asked([row.caseId], { ...ALLOTTING, collectionUserNo: row.collectorUserNo }),
      reason,
    }),
  });
  const recall = useAction({
    ...shared,
    name: 'caseRecall',
    endpoint: of.recall,
    request: (row: CaseRow) => ({ caseIds: [row.caseId] }),
    isDangerous: true,
  });
  const retain = useAction({
    ...shared,
    name: 'caseRetain',
    endpoint: of.retain,
    request: (row: CaseRow, { reason }: { reason: string }) => ({ caseIds: [row.caseId], reason }),
  });
  const cancelRetain = useAction({
    ...shared,
    name: 'caseCancelRetain',
    endpoint: of.cancelRetain,
    request: (row: CaseRow) => ({ caseIds: [row.caseId] }),
  });
  const batch = { list, most: MAX };
  const distributeMany = useBatch({
    ...batch,
    name: 'caseDistributeMany',
    endpoint: give,
    jobKind: `${area}.distribute`,
    request: (chosen, values: Allotting) => asked(ids(chosen), values),
  });
  const redistributeMany = useBatch({
    ...batch,
    name: 'caseRedistributeMany',
    endpoint: handOn,
    jobKind: `${area}.redistribute`,
    request: (chosen, values: Allotting) => ({ ...asked(ids(chosen), values), reason: values.reason }),
  });
  const recallMany = useBatch({
    ...batch,
    name: 'caseRecallMany',
    endpoint: of.recall,
    jobKind: `${area}.recall`,
    request: (chosen) => ({ caseIds: ids(chosen) }),
    isDangerous: true,
  });
  // Everything that matches and was not worked since: one click, whatever is selected.
  const recallUnworked = useBatch({
    ...batch,
    name: 'caseRecallUnworked',
    endpoint: of.recallUnworked,
    jobKind: `${area}.recall`,
    takesFilter: true,
    request: ({ filters }) => collection.byOrder.recallUnworked.request.parse({ filters }),
    isDangerous: true,
  });
  const retainMany = useBatch({
    ...batch,
    name: 'caseRetainMany',
    endpoint: of.retain,
    jobKind: `${area}.retain`,
    request: (chosen, { reason }: { reason: string }) => ({ caseIds: ids(chosen), reason }),
  });
  const cancelRetainMany = useBatch({
    ...batch,
    name: 'caseCancelRetainMany',
    endpoint: of.cancelRetain,
    jobKind: `${area}.cancelRetain`,
    request: (chosen) => ({ caseIds: ids(chosen) }),
  });
  const rowActions: readonly RowAction<CaseRow>[] = [
    allowedAs(distribute, 'distribute'),
    allowedAs(redistribute, 'redistribute'),
    ...(scope === 'BILL'
      ? [
          {
            ...join,
            isAllowed: (row: CaseRow) =>
              join.isPermitted && row.siblingsWith.length > 0 && row.allowedActions.includes('redistribute'),
          },
        ]
      : []),
    allowedAs(recall, 'recall'),
    ...(isBoth ? [] : [allowedAs(retain, 'retain'), allowedAs(cancelRetain, 'cancelRetain')]),
  ];
  return {
    distribute,
    redistribute,
    join,
    recall,
    retain,
    cancelRetain,
    distributeMany,
    redistributeMany,
    recallMany,
    recallUnworked,
    retainMany,
    cancelRetainMany,
    rowActions,
    onPlan: (next: Planned | null) => {
      plan.current = next;
    },
  };
}

export type AllotActions = ReturnType<typeof useAllotActions>;
