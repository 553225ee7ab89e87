import '../sales.css';
import { Empty, Failed, formatDate, Money, useEndpoint, useText, type SlotProps } from '@kituo/sdk';
import { purchaseOf } from '../sales.ts';

/** A tab of an order's file: what was bought with the loan, as the store's own till knows it. */
export function OrderPurchase({ orderNo }: SlotProps) {
  const t = useText();
  const asked = useEndpoint(purchaseOf, { orderNo: `${orderNo ?? ''}` });
  if (asked.error) return <Failed error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.data === undefined) return <div className="bp6-skeleton ms-waiting" role="status" />;
  if (asked.data === null) return <Empty title={t('purchase.none')} />;
  const { receiptNo, merchantName, boughtOn, items } = asked.data;
  return (
    <table className="ms-purchase">
      <caption>
        {t('purchase.at', {
          merchant: merchantName,
          date: formatDate(boughtOn),
          receipt: receiptNo,
        })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('purchase.item')}</th>
          <th scope="col">{t('purchase.count')}</th>
          <th scope="col">{t('purchase.price')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, count, cents }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{count}</td>
            <td>
              <Money cents={cents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
