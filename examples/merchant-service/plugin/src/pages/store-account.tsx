import '../sales.css';
import { Button, Money, useEndpoint, useNavigate, useText, type SlotProps } from '@kituo/sdk';
import { purchaseOf } from '../sales.ts';

const SALES = '/AdminContent/MerchantSystem/StoreSales';

/** An action for a customer: their account with the store, and the store's sales a click away. */
export function StoreAccount({ orderNo }: SlotProps) {
  const t = useText();
  const go = useNavigate();
  const asked = useEndpoint(purchaseOf, { orderNo: `${orderNo ?? ''}` });
  return (
    <div className="ms-account">
      <span>
        {t('account.title')} {asked.data ? <Money cents={asked.data.earlierCents} /> : '-'}
      </span>
      <Button small text={t('account.open')} onClick={() => void go(SALES)} />
    </div>
  );
}
