import { formatCount, formatMoney, useText } from '@kituo/sdk';
import { autoCancel } from '@kituo/sdk/contracts';
import { Answered, Chart, useDetail } from '@kituo/sdk/page';
import './rules.css';

type Rule = autoCancel.AutoCancelRow;
type Wait = { readonly untilHours: number | null; readonly paidCount: number; readonly voidedCount: number };

/** What patience is worth: orders that waited, by how long and how they ended, and what the rule would have given up. */
export function Patience({ rule }: { readonly rule: Rule }) {
  const t = useText();
  const { merchantNo, orderStatus, productNos, waitHours } = rule;
  const detail = useDetail(autoCancel.patience, { merchantNo, orderStatus, productNos: [...productNos], waitHours });
  return (
    <Answered detail={detail}>
      {({ waits, beyond }) =>
        waits.every(({ paidCount, voidedCount }) => paidCount + voidedCount === 0) ? (
          <p className="kp-muted">{t('autoCancel.patienceNone')}</p>
        ) : (
          <>
            <p>{t('autoCancel.beyond', { count: beyond.paidCount, money: formatMoney(beyond.paidCents) })}</p>
            <Waits waits={waits} />
          </>
        )
      }
    </Answered>
  );
}

function Waits({ waits }: { readonly waits: readonly Wait[] }) {
  const t = useText();
  const nameOf = ({ untilHours }: Wait) =>
    untilHours === null ? t('autoCancel.over') : t('autoCancel.under', { hours: untilHours });
  const series = (of: 'paid' | 'voided') => ({
    title: t(`autoCancel.${of}`),
    kind: 'bar' as const,
    values: waits.map((wait) => wait[`${of}Count`]),
    textOf: (value: number) => formatCount(Math.round(value)),
    scale: 'COUNT',
  });
  return (
    <>
      <Chart
        label={t('autoCancel.patience')}
        categories={waits.map(nameOf)}
        series={[series('paid'), series('voided')]}
        tooSmall={t('autoCancel.tooSmall')}
      />
      <table className="al-split" aria-label={t('autoCancel.patience')}>
        <thead>
          <tr>
            <th scope="col">{t('field.waitHours')}</th>
            <th scope="col">{t('autoCancel.paid')}</th>
            <th scope="col">{t('autoCancel.voided')}</th>
          </tr>
        </thead>
        <tbody>
          {waits.map((wait) => (
            <tr key={wait.untilHours ?? 'over'}>
              <th scope="row">{nameOf(wait)}</th>
              <td>{formatCount(wait.paidCount)}</td>
              <td>{formatCount(wait.voidedCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
