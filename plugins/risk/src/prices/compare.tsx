import { formatMoney, useText } from '@kituo/sdk';
import { riskPricing } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';
import { loansText, percentOf } from './price-fields.ts';
import './prices.css';

const FIELDS = ['dailyInterestBps', 'serviceFeeBps', 'minLimitCents', 'maxLimitCents', 'stepUpBps'] as const;
type Field = (typeof FIELDS)[number];
type Prices = riskPricing.CellChange['before'];

const shown = (field: Field, prices: NonNullable<Prices>): string =>
  field.endsWith('Cents') ? formatMoney(prices[field]) : percentOf(prices[field]);

/**
 * A version cell by cell beside the one before it.
 * @param isUndone what taking it back would do: the other way round
 */
export function Compare(props: { readonly versionId: string; readonly isUndone?: boolean }) {
  const t = useText();
  const { versionId, isUndone = false } = props;
  return (
    <DetailOf endpoint={riskPricing.compare} request={{ versionId }}>
      {({ versionNo, againstVersionNo, unchanged, changes }) => (
        <>
          <p>
            {againstVersionNo === null
              ? t('price.comparedFirst', { no: versionNo, count: changes.length })
              : t('price.compared', { no: versionNo, against: againstVersionNo, count: changes.length, unchanged })}
          </p>
          {changes.length > 0 && <Changes changes={changes} isUndone={isUndone} />}
        </>
      )}
    </DetailOf>
  );
}

function Changes({ changes, isUndone }: { readonly changes: readonly riskPricing.CellChange[]; isUndone: boolean }) {
  const t = useText();
  return (
    <div className="rk-price-table">
      <table className="rk-items">
        <thead>
          <tr>
            {['productName', 'modelLevel', 'settledOrderCount', ...FIELDS].map((field) => (
              <th key={field} scope="col">
                {t(`field.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={riskPricing.cellKey(change)}>
              <th scope="row">{change.productName}</th>
              <td>{change.modelLevel ?? t('price.anyLevel')}</td>
              <td>{loansText(t, change.settledOrderCount)}</td>
              {FIELDS.map((field) => (
                <td key={field}>
                  <Cell
                    field={field}
                    before={isUndone ? change.after : change.before}
                    after={isUndone ? change.before : change.after}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ field, before, after }: { readonly field: Field; readonly before: Prices; readonly after: Prices }) {
  const t = useText();
  const [was, is] = [before && shown(field, before), after && shown(field, after)];
  if (was === is) return <>{is}</>;
  return (
    <>
      <del aria-label={t('price.was', { value: was ?? t('price.none') })}>{was ?? t('price.none')}</del>{' '}
      <ins>{is ?? t('price.none')}</ins>
    </>
  );
}
