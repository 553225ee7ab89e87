import '../sales.css';
import { Button, call, Empty, Failed, Money, useEndpoint, usePluginScope, useText } from '@kituo/sdk';
import { raiseTarget, sales, type Sale } from '../sales.ts';

/** What the stores sold today: the merchant's own figures, from the merchant's own service. */
export function StoreSalesPage() {
  const t = useText();
  const scope = usePluginScope();
  const today = useEndpoint(sales, {});
  if (today.isError) return <Failed error={today.error} onRetry={() => void today.refetch()} />;
  const rows = today.data ?? [];
  const raise = async ({ merchantNo, merchantName, targetCents }: Sale) => {
    await call(raiseTarget, { merchantNo, targetCents: Math.round(targetCents * 1.1) });
    scope.toast.success(t('sales.saved', { merchant: merchantName }));
    await today.refetch();
  };
  return (
    <section className="ms-sales">
      <h1>{t('sales.title')}</h1>
      {!today.isPending && rows.length === 0 && <Empty title={t('sales.empty')} />}
      {rows.length > 0 && (
        <table className="bp6-html-table">
          <thead>
            <tr>
              <th>{t('sales.merchant')}</th>
              <th>{t('sales.count')}</th>
              <th>{t('sales.sum')}</th>
              <th>{t('sales.target')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.merchantNo}>
                <td>{row.merchantName}</td>
                <td>{row.count}</td>
                <td>
                  <Money cents={row.sumCents} />
                </td>
                <td>
                  <Money cents={row.targetCents} />
                </td>
                <td>
                  <Button size="small" text={t('sales.set')} onClick={() => void raise(row)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
