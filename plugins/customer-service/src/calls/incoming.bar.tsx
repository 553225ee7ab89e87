import { Button, useEndpoint, useText } from '@kituo/sdk';
import { inCallRecord, type telephony } from '@kituo/sdk/contracts';
import { TakeCalls } from '@kituo/sdk/phone';
import { CustomerCard } from '../customers/customer.card.tsx';
import './incoming.css';

/** Whether calls ring here, and the card of whoever rings, on top of the page before anybody answers. */
export function IncomingBar(props: {
  readonly incoming: telephony.OwnCall | null;
  readonly onRing: (own: telephony.OwnCall) => void;
  readonly onClose: () => void;
}) {
  const { incoming, onRing, onClose } = props;
  const t = useText();
  const { data: choices } = useEndpoint(inCallRecord.choices, {});
  return (
    <>
      {choices?.hasTelephone === true && (
        <p>
          <TakeCalls onRing={onRing} />
        </p>
      )}
      {incoming !== null && (
        <section aria-label={t('calls.caller')} className="incoming-card">
          <header className="kp-toolbar">
            <h2>{incoming.customerName ?? t('calls.stranger')}</h2>
            <span className="ks-figures">{incoming.phone}</span>
            {incoming.hotline !== null && <span className="kp-muted">{incoming.hotline}</span>}
            <Button size="small" text={t('calls.closeCard')} onClick={onClose} />
          </header>
          {incoming.customerNo !== null && <CustomerCard customerNo={incoming.customerNo} />}
        </section>
      )}
    </>
  );
}
