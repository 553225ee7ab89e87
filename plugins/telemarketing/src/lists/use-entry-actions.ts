import { distributionOf, type DistributeValues } from '@kituo/sdk/calls';
import { callList } from '@kituo/sdk/contracts';
import { type BatchScope, type List, onRow, useAction, useBatch } from '@kituo/sdk/page';
import type { EntryRow } from './list-fields.ts';

export interface TargetValues extends Record<string, unknown> {
  readonly marketingTarget: string | null;
  readonly recommendedProductNo: string | null;
  readonly recommendedAmountCents: number | null;
}
export interface ReasonValues extends Record<string, unknown> {
  readonly reason: string;
}

const targetOf = ({ marketingTarget, recommendedProductNo, recommendedAmountCents }: TargetValues) => ({
  marketingTarget: marketingTarget ?? '',
  recommendedProductNo: recommendedProductNo?.trim() || null,
  recommendedAmountCents,
});
const facts = ({ phone }: EntryRow) => ({ name: phone });

/** What can be done with people who may be called. */
export function useEntryActions(list: List<EntryRow>) {
  const updateTarget = useAction({
    name: 'updateTarget',
    endpoint: callList.updateTarget,
    request: ({ entryId }: EntryRow, values: TargetValues) => ({ entryId, ...targetOf(values) }),
    list,
    facts,
  });
  const recall = useAction({
    name: 'recall',
    endpoint: callList.recall,
    request: ({ entryId }: EntryRow, { reason }: ReasonValues) => ({ entryId, reason }),
    list,
    facts,
  });
  const abandon = useAction({
    name: 'abandon',
    endpoint: callList.abandon,
    request: ({ entryId }: EntryRow, { reason }: ReasonValues) => ({ entryId, reason }),
    list,
    facts,
    isDangerous: true,
  });
  const distribute = useBatch<typeof callList.distribute, EntryRow, DistributeValues>({
    name: 'distribute',
    endpoint: callList.distribute,
    jobKind: 'callList.distribute',
    list,
    request: ({ ids }, values) => distributionOf(ids, values),
  });
  const updateTargetMany = useBatch<typeof callList.updateTargetMany, EntryRow, TargetValues>({
    name: 'updateTargetMany',
    endpoint: callList.updateTargetMany,
    jobKind: 'callList.updateTarget',
    list,
    request: ({ ids }, values) => ({ entryIds: [...(ids ?? [])], ...targetOf(values) }),
  });
  const recallMany = useBatch<typeof callList.recallMany, EntryRow, ReasonValues>({
    name: 'recallMany',
    endpoint: callList.recallMany,
    jobKind: 'callList.recall',
    list,
    request: ({ ids }, { reason }) => ({ entryIds: [...(ids ?? [])], reason }),
  });
  const abandonMany = useBatch<typeof callList.abandonMany, EntryRow, ReasonValues>({
    name: 'abandonMany',
    endpoint: callList.abandonMany,
    jobKind: 'callList.abandon',
    list,
    isDangerous: true,
    request: ({ ids }, { reason }) => ({ entryIds: [...(ids ?? [])], reason }),
  });
  // The same form for one entry: who gets it, and what they have open then.
  const distributeOne = onRow<EntryRow, BatchScope>(distribute.action, 'distribute', ({ entryId }) => ({
    ids: [entryId],
    filters: list.request.filters,
    count: 1,
  }));
  return { updateTarget, recall, abandon, distribute, distributeOne, updateTargetMany, recallMany, abandonMany };
}
