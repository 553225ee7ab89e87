import { useText } from '@kituo/sdk';
import { ruleSet } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';

type Row = ruleSet.RuleSetRow;
type OneSet = Pick<Row, 'ruleId' | 'ruleName' | 'productNos' | 'productNames'>;

/** What no set decides once one is disabled: the merchant but for some products, some products, or nothing. */
export function leftWithout(
  disabled: OneSet,
  enabled: readonly OneSet[],
): { readonly kind: 'MERCHANT' | 'EXCEPT' | 'PRODUCTS' | 'NONE'; readonly names: readonly string[] } {
  const others = enabled.filter(({ ruleId }) => ruleId !== disabled.ruleId);
  const isOfAll = (one: OneSet) => one.productNos.length === 0;
  if (others.some(isOfAll)) return { kind: 'NONE', names: others.filter(isOfAll).map(({ ruleName }) => ruleName) };
  const covered = new Set(others.flatMap(({ productNos }) => productNos));
  if (isOfAll(disabled)) {
    const names = [...new Set(others.flatMap(({ productNames }) => productNames))];
    return { kind: names.length === 0 ? 'MERCHANT' : 'EXCEPT', names };
  }
  const left = disabled.productNos.flatMap((no, at) => (covered.has(no) ? [] : [disabled.productNames[at] ?? no]));
  if (left.length > 0) return { kind: 'PRODUCTS', names: left };
  return { kind: 'NONE', names: others.map(({ ruleName }) => ruleName) };
}

/** Says before a set is disabled whom it leaves to the company's default. */
export function LeftWithout({ row }: { readonly row: Row }) {
  const t = useText();
  const filters = { merchantNo: row.merchantNo, ruleStatus: 'ENABLED' as const };
  const detail = useDetail(ruleSet.page, { filters, page: 1, pageSize: 100, sort: null });
  return (
    <Answered detail={detail}>
      {({ rows }) => {
        const { kind, names } = leftWithout(row, rows);
        const words = t(`ruleSet.left.${kind}`, { merchant: row.merchantName, names: names.join(', ') });
        return <p className={kind === 'NONE' ? 'kp-muted' : 'kp-note kp-note-wrong'}>{words}</p>;
      }}
    </Answered>
  );
}
