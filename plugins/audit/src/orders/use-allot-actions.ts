import { call, can } from '@kituo/sdk';
import { auditAllot, auditOrder } from '@kituo/sdk/contracts';
import { useAction, useBatch } from '@kituo/sdk/page';
import type { List, RowAction } from '@kituo/sdk/page';

/** What of an order the commands of allocation need; rows of every list have it. */
export interface AllottableRow {
  readonly orderNo: string;
  readonly allowedActions: readonly string[];
}

export interface Chosen extends Record<string, unknown> {
  /** The reviewer; the name is the server's, so that its message is beside the field. */
  readonly auditorUserNos: string | null;
}
export interface BatchRequest extends Record<string, unknown> {
  readonly allotMode: 'AVERAGE' | 'BY_CAP' | 'ONE_PERSON';
  readonly auditorUserNos: string[];
}

const UNDO_MS = auditAllot.UNDO_MS;
const numberOf = (row: AllottableRow) => ({ orderNo: row.orderNo });

/** Handing orders to reviewers and taking them back, one or many. */
export function useAllotActions<Row extends AllottableRow>(list: List<Row>) {
  const allotRequest = (row: AllottableRow, values: Chosen, isReallocation: boolean) => ({
    orderNos: [row.orderNo],
    allotMode: 'ONE_PERSON' as const,
    auditorUserNos: values.auditorUserNos === null ? [] : [values.auditorUserNos],
    isReallocation,
  });
  // An order that somebody else took meanwhile is read again, so that the row says who has it.
  const again = { refresh: list.refresh };
  const allocate = useAction({
    name: 'allocate',
    endpoint: auditAllot.allot,
    request: (row: AllottableRow, values: Chosen) => allotRequest(row, values, false),
    list: again,
    facts: numberOf,
    undo: {
      endpoint: auditAllot.allot,
      forMs: UNDO_MS,
      run: ({ orderNo }) => call(auditAllot.recall, { orderNos: [orderNo], isUndo: true }),
    },
  });
  const reallocate = useAction({
    name: 'reallocate',
    endpoint: auditAllot.allot,
    request: (row: AllottableRow, values: Chosen) => allotRequest(row, values, true),
    list: again,
    facts: numberOf,
  });
  const recall = useAction({
    name: 'recall',
    endpoint: auditAllot.recall,
    request: (row: AllottableRow) => ({ orderNos: [row.orderNo] }),
    list: again,
    facts: numberOf,
    isDangerous: true,
  });
  const allotMany = useBatch({
    name: 'allotMany',
    endpoint: auditAllot.allot,
    jobKind: 'orders.allot',
    most: auditAllot.MAX_ORDERS,
    list,
    request: ({ ids }, values: BatchRequest) => ({
      orderNos: [...(ids ?? [])],
      allotMode: values.allotMode,
      auditorUserNos: [...values.auditorUserNos],
    }),
    undo: {
      endpoint: auditAllot.allot,
      forMs: UNDO_MS,
      run: ({ ids }) => call(auditAllot.recall, { orderNos: [...(ids ?? [])], isUndo: true }),
    },
  });
  const recallMany = useBatch({
    name: 'recallMany',
    endpoint: auditAllot.recall,
    jobKind: 'orders.recall',
    most: auditAllot.MAX_ORDERS,
    list,
    request: ({ ids }) => ({ orderNos: [...(ids ?? [])] }),
    isDangerous: true,
  });
  const rowActions: readonly RowAction<AllottableRow>[] = [allocate, reallocate, recall];
  return { allocate, reallocate, recall, allotMany, recallMany, rowActions };
}

/** The batches by which reviewers give back, or a lead recalls, ask for their own code. */
export const mayRecall = (): boolean => can('audit:order:recall');

/** Gives own orders back. */
export function useRelease<Row extends AllottableRow>(list: List<Row>) {
  const release = useAction({
    name: 'release',
    endpoint: auditOrder.myRelease,
    request: (row: AllottableRow, values: { readonly reason: string }) => ({
      orderNos: [row.orderNo],
      reason: values.reason,
    }),
    list: { refresh: list.refresh },
    facts: numberOf,
  });
  const releaseMany = useBatch({
    name: 'releaseMany',
    endpoint: auditOrder.myRelease,
    jobKind: 'orders.release',
    most: auditOrder.MAX_RELEASED,
    list,
    request: ({ ids }, values: { readonly reason: string }) => ({
      orderNos: [...(ids ?? [])],
      reason: values.reason,
    }),
  });
  return { release, releaseMany };
}
