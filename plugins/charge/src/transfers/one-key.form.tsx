import { Callout, Failed, Money, useText } from '@kituo/sdk';
import { transfer } from '@kituo/sdk/contracts';
import { type Batch, BatchAction, type BatchScope, fieldsOf, useDetail } from '@kituo/sdk/page';
import { useEffect } from 'react';
import './transfers.css';

export interface OneKeyValues extends Record<string, unknown> {
  readonly totalCents: number | null;
}
const { Money: MoneyField } = fieldsOf<OneKeyValues>();

/** Totals by source and payee, the proposed order, what is left out; the total is typed to confirm. */
export function OneKeyForm(props: {
  readonly batch: Batch<OneKeyValues>;
  /** What would be released is told to the page, which sends exactly that. */
  readonly onSeen: (transferNos: readonly string[]) => void;
}) {
  return (
    <BatchAction batch={props.batch} defaults={(): OneKeyValues => ({ totalCents: null })}>
      {(scope) => (
        <>
          <Plan scope={scope} onSeen={props.onSeen} />
          <MoneyField name="totalCents" />
        </>
      )}
    </BatchAction>
  );
}

function Plan(props: { readonly scope: BatchScope; readonly onSeen: (transferNos: readonly string[]) => void }) {
  const { scope, onSeen } = props;
  const t = useText();
  const plan = useDetail(transfer.oneKeyPreview, {
    filters: transfer.transferFilters.parse(scope.filters),
    ...(scope.ids !== null && { transferNos: [...scope.ids] }),
  });
  const { data } = plan;
  useEffect(() => {
    if (data !== null) onSeen(data.transferNos);
  }, [data, onSeen]);
  if (plan.error !== null) return <Failed error={plan.error} onRetry={plan.refresh} />;
  if (data === null) return <p className="kp-muted">{t('oneKey.reading')}</p>;
  return (
    <div aria-live="polite">
      <p>
        {t('oneKey.total', { count: data.transferNos.length })} <Money cents={data.totalCents} />
      </p>
      <table className="ch-accounts" aria-label={t('oneKey.sources')}>
        <thead>
          <tr>
            <th scope="col">{t('transfer.account')}</th>
            <th scope="col">{t('oneKey.transfers')}</th>
            <th scope="col">{t('field.amountCents')}</th>
            <th scope="col">{t('transfer.after')}</th>
            <th scope="col">{t('oneKey.lowWater')}</th>
          </tr>
        </thead>
        <tbody>
          {data.sources.map((source) => (
            <tr key={source.sourceAccountId}>
              <th scope="row">{source.sourceAccountName}</th>
              <td>{source.transfers}</td>
              <td>
                <Money cents={source.totalCents} />
              </td>
              <td data-short={source.afterCents < source.lowWaterCents}>
                <Money cents={source.afterCents} />
              </td>
              <td>
                <Money cents={source.lowWaterCents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="kp-section-title">{t('oneKey.payees')}</h3>
      <ul className="kp-facts">
        {data.payees.map(({ payeeName, transfers, totalCents }) => (
          <li key={`${payeeName} ${transfers} ${totalCents}`}>
            {payeeName}: {transfers} · <Money cents={totalCents} />
          </li>
        ))}
      </ul>
      <h3 className="kp-section-title">{t('oneKey.order')}</h3>
      <ol className="kp-facts">
        {data.items.map((item) => (
          <li key={item.transferNo}>
            {item.transferNo} · {item.payeeName} · <Money cents={item.amountCents} />
            {item.isBelowLowWater && <b> · {t('oneKey.below', { account: item.sourceAccountName })}</b>}
          </li>
        ))}
      </ol>
      {data.leftOut.length > 0 && (
        <Callout intent="warning" icon={null}>
          <p>{t('oneKey.leftOut', { count: data.leftOut.length })}</p>
          <ul className="kp-facts">
            {data.leftOut.map(({ transferNo, text }) => (
              <li key={transferNo}>
                {transferNo}: {text}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}
