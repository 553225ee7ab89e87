import { useText } from '@kituo/sdk';
import { type collection, deduction } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { WAIVERS_TEXTS } from './waivers-texts.ts';

/** The order a waiver is requested for; null where it is typed first. */
export interface WaiverSubject {
  readonly orderNo: string | null;
  /** Of collection by bill: this bill alone is offered. */
  readonly billNo?: string | null;
}

interface WaiverValues {
  readonly orderNo: string;
  readonly items: readonly { readonly billNo: string; readonly component: string; readonly amountCents: number }[];
  readonly reason: string;
  readonly expectedPayCents: number | null;
  readonly remark: string;
}

export interface Waiver {
  readonly scope: collection.CaseScope;
  readonly apply: Action<WaiverSubject, WaiverValues>;
}

const SYSTEMS = { ORDER: deduction.byOrder, BILL: deduction.byBill } as const;

/** The endpoints of a system's waivers. */
export const waiversOf = (scope: collection.CaseScope) => SYSTEMS[scope];

/**
 * Requests to waive parts of an order's bills: one form over several bills, a waiver a bill, all or none.
 *
 * @example
 * const waiver = useWaiver('ORDER', list);
 * <WaiverForm of={waiver} />
 */
export function useWaiver(scope: collection.CaseScope, list: { refresh(): void }): Waiver {
  const t = useText(WAIVERS_TEXTS);
  const { apply: endpoint } = waiversOf(scope);
  const apply = useAction({
    name: 'deductionApply',
    words: t,
    endpoint,
    request: (_: WaiverSubject, { expectedPayCents, items, ...form }: WaiverValues) => ({
      ...form,
      items: endpoint.request.shape.items.parse(items),
      ...(expectedPayCents !== null && { expectedPayCents }),
    }),
    list: { refresh: list.refresh },
    facts: ({ orderNo, billNo }) => ({ name: billNo ?? orderNo ?? '' }),
  });
  return { scope, apply };
}
