import '../sales.css';
import { Money, useEndpoint, useText } from '@kituo/sdk';
import { sales } from '../sales.ts';

/** A tile on Home: what all stores sold today. */
export function SalesToday() {
  const t = useText();
  const today = useEndpoint(sales, {});
  const cents = (today.data ?? []).reduce((sum, { sumCents }) => sum + sumCents, 0);
  return (
    <div className="ms-tile">
      <p>{t('sales.today')}</p>
      <strong>{today.data ? <Money cents={cents} /> : '…'}</strong>
    </div>
  );
}
