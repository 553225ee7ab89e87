import { Button, InputGroup, useText } from '@kituo/sdk';
import { type ReactNode, useState } from 'react';

/** What something says of an order that is picked by its number. */
export function OfOrder(props: { readonly title: string; readonly children: (orderNo: string) => ReactNode }) {
  const { title, children } = props;
  const t = useText();
  const [typed, setTyped] = useState('');
  const [orderNo, setOrderNo] = useState<string | null>(null);
  return (
    <section aria-live="polite" aria-label={title}>
      <h3 className="kp-section-title">{title}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') setOrderNo(typed.trim());
        }}
      >
        <InputGroup
          aria-label={t('content.orderNo')}
          placeholder={t('content.orderNo')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rightElement={<Button type="submit" text={t('content.show')} />}
        />
      </form>
      {orderNo !== null && children(orderNo)}
    </section>
  );
}
