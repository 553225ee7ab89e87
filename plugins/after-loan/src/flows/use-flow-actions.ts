import { useText } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import { onRow, useAction } from '@kituo/sdk/page';
import type { Refreshed } from '../parts/refreshed.ts';
import type { FlowRow } from './flow-fields.ts';

export interface HandOver extends Record<string, unknown> {
  readonly ownerUserNo: string | null;
}

/** Take an unmatched flow, hand it over: somebody looks after each of them. */
export function useFlowActions(list: Refreshed, myUserNo: string) {
  const t = useText();
  const facts = ({ paymentCode }: FlowRow) => ({ name: paymentCode });
  const take = useAction({
    name: 'flowTake',
    endpoint: flow.assign,
    request: ({ flowNo }: FlowRow) => ({ flowNo, ownerUserNo: myUserNo }),
    list: { refresh: list.refresh },
    facts,
  });
  const handOver = useAction({
    name: 'flowHandOver',
    endpoint: flow.assign,
    request: ({ flowNo }: FlowRow, { ownerUserNo }: HandOver) => ({ flowNo, ownerUserNo }),
    list: { refresh: list.refresh },
    facts,
  });
  const own = (row: FlowRow) => row;
  return {
    take,
    handOver,
    rowActions: [
      onRow<FlowRow, FlowRow>(take, 'take', own),
      onRow<FlowRow, FlowRow>(handOver, 'handOver', own),
      // Whoever takes a flow over from somebody may also name a third.
      {
        ...onRow<FlowRow, FlowRow>(handOver, 'take', own, t('action.flowHandOver.label')),
        name: 'handOverFrom',
      },
    ],
  };
}
