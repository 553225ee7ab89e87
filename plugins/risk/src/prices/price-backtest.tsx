import { eatDay, formatDate, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { type config, priceBacktest } from '@kituo/sdk/contracts';
import {
  Answered,
  fieldsOf,
  FormDialog,
  useBatch,
  useDetail,
  useRefreshOn,
  type BatchScope,
  type List,
} from '@kituo/sdk/page';
import { loansText, percentOf } from './price-fields.ts';
import './prices.css';

type Translate = ReturnType<typeof useText>;
type Cell = priceBacktest.BacktestCell;
type Version = config.ConfigVersion;

interface Period extends Record<string, unknown> {
  readonly fromDay: string | null;
  readonly toDay: string | null;
}
const { Date: Day } = fieldsOf<Period>();
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => eatDay(new Date(Date.now() - days * DAY_MS));

/** Tries versions on past loans, one after the other. */
export function usePriceBacktest(list: List<Version>) {
  return useBatch({
    name: 'priceBacktest',
    endpoint: priceBacktest.start,
    jobKind: 'riskPrices.backtest',
    list,
    request: ({ ids }: BatchScope, { fromDay, toDay }: Period) => {
      const [versionId = ''] = ids ?? [];
      const version = list.rows.find((one) => one.versionId === versionId)?.version ?? 0;
      return { versionId, version, fromDay: fromDay ?? '', toDay: toDay ?? '' };
    },
  });
}

/** For which days: last month's, unless said otherwise. */
export function PriceBacktestForm({ batch }: { readonly batch: ReturnType<typeof usePriceBacktest> }) {
  const t = useText();
  return (
    <FormDialog action={batch.action} defaults={(): Period => ({ fromDay: daysAgo(30), toDay: daysAgo(1) })}>
      <p className="kp-muted">{t('priceBacktest.what')}</p>
      <div className="kp-pair">
        <Day name="fromDay" max={daysAgo(1)} />
        <Day name="toDay" max={daysAgo(1)} />
      </div>
    </FormDialog>
  );
}

/** What a version would have done to past loans, cell by cell, as it was tried last. */
export function PriceBacktestOf({ versionId }: { readonly versionId: string }) {
  const t = useText();
  const detail = useDetail(priceBacktest.result, { versionId });
  useRefreshOn('job', detail.refresh);
  return (
    <section aria-label={t('priceBacktest.title')}>
      <h4>{t('priceBacktest.title')}</h4>
      <Answered detail={detail}>
        {(result) =>
          result.jobNo === null ? (
            <p className="kp-muted">{t('priceBacktest.none')}</p>
          ) : (
            <>
              {!result.isCurrent && <p className="kp-note kp-note-wrong">{t('priceBacktest.moved')}</p>}
              <Summary result={result} t={t} />
              {result.cells.length > 0 && <Cells cells={result.cells} />}
            </>
          )
        }
      </Answered>
    </section>
  );
}

function Summary({ result, t }: { readonly result: priceBacktest.BacktestResult; readonly t: Translate }) {
  const { fromDay, toDay, days, daysDone, startedByName, startedAt, againstVersionNo, cells } = result;
  const sum = (of: 'oldIncomeCents' | 'newIncomeCents' | 'oldLossCents' | 'newLossCents'): number =>
    cells.reduce((all, cell) => all + cell[of], 0);
  return (
    <>
      <p>
        {t('priceBacktest.period', {
          from: formatDate(fromDay ?? ''),
          to: formatDate(toDay ?? ''),
          done: daysDone,
          days,
          name: startedByName ?? '-',
          at: formatDateTime(startedAt ?? ''),
        })}{' '}
        {againstVersionNo === null
          ? t('priceBacktest.againstOwn')
          : t('priceBacktest.against', { no: againstVersionNo })}
      </p>
      <p>
        {t('priceBacktest.sums', {
          count: result.considered,
          old: formatMoney(sum('oldIncomeCents')),
          income: formatMoney(sum('newIncomeCents')),
          change: signed(sum('newIncomeCents') - sum('oldIncomeCents')),
        })}{' '}
        {t('priceBacktest.payers', { count: result.payMoreCustomers })}{' '}
        {t('priceBacktest.losses', { old: formatMoney(sum('oldLossCents')), loss: formatMoney(sum('newLossCents')) })}
      </p>
    </>
  );
}

const signed = (cents: number): string => (cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents));
const rates = (interestBps: number, feeBps: number): string => `${percentOf(interestBps)} · ${percentOf(feeBps)}`;

/** What the cell's limits or the product stopped, in words. */
function stops({ aboveMaximum, belowMinimum, cappedByProduct }: Cell, t: Translate): string {
  const all = [
    aboveMaximum > 0 && t('priceBacktest.aboveMaximum', { count: aboveMaximum }),
    belowMinimum > 0 && t('priceBacktest.belowMinimum', { count: belowMinimum }),
    cappedByProduct > 0 && t('priceBacktest.cappedByProduct', { count: cappedByProduct }),
  ].filter((one) => one !== false);
  return all.length === 0 ? '-' : all.join(', ');
}

const HEAD = ['orders', 'oldPrice', 'newPrice', 'income', 'loss', 'payMore', 'stops'] as const;

function Cells({ cells }: { readonly cells: readonly Cell[] }) {
  const t = useText();
  return (
    <div className="rk-price-table">
      <table className="rk-items">
        <thead>
          <tr>
            {['productName', 'modelLevel', 'settledOrderCount'].map((field) => (
              <th key={field} scope="col">
                {t(`field.${field}`)}
              </th>
            ))}
            {HEAD.map((head) => (
              <th key={head} scope="col">
                {t(`priceBacktest.head.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <tr key={`${cell.productNo} ${cell.modelLevel} ${cell.settledOrderCount}`}>
              <th scope="row">{cell.productName}</th>
              <td>{cell.settledOrderCount === null ? '-' : (cell.modelLevel ?? t('price.anyLevel'))}</td>
              <td>{cell.settledOrderCount === null ? t('priceBacktest.own') : loansText(t, cell.settledOrderCount)}</td>
              <td>{cell.orders}</td>
              <td>{rates(cell.oldInterestBps, cell.oldFeeBps)}</td>
              <td>{rates(cell.newInterestBps, cell.newFeeBps)}</td>
              <td>{signed(cell.newIncomeCents - cell.oldIncomeCents)}</td>
              <td>{signed(cell.newLossCents - cell.oldLossCents)}</td>
              <td>
                {cell.payMoreCustomers === 0
                  ? '0'
                  : t('priceBacktest.more', {
                      count: cell.payMoreCustomers,
                      money: formatMoney(Math.round(cell.payMoreCents / cell.payMoreCustomers)),
                    })}
              </td>
              <td>{stops(cell, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
