import type { DataScope } from './implement.ts';

/**
 * Whether a thing of this merchant's books, which belongs to no person and no department, is within the data
 * scope.
 */
export function seesMerchant(scope: DataScope, merchantNo: string): boolean {
  if (scope === 'all') return true;
  if (scope.rows === undefined) return scope.merchantNos.includes(merchantNo);
  return scope.rows.every((rule) =>
    rule.some(
      ({ merchantNos, deptNos, userNo }) =>
        deptNos === undefined &&
        userNo === undefined &&
        (merchantNos === undefined || merchantNos.includes(merchantNo)),
    ),
  );
}

/** Whether the scope holds all of these merchants. */
export const seesAll = (scope: DataScope, merchantNos: readonly string[] | 'all'): boolean =>
  merchantNos === 'all' ? scope === 'all' : merchantNos.every((merchantNo) => seesMerchant(scope, merchantNo));

/** The merchants whose things the scope reaches; null for every merchant. */
export function merchantsSeen(scope: DataScope): readonly string[] | null {
  if (scope === 'all') return null;
  const named = [
    ...scope.merchantNos,
    ...(scope.rows ?? []).flatMap((rule) => rule.flatMap(({ merchantNos = [] }) => merchantNos)),
  ];
  return [...new Set(named)].filter((merchantNo) => seesMerchant(scope, merchantNo));
}
