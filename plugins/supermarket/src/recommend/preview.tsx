import { Button, formatMoney, InputGroup, useText } from '@kituo/sdk';
import { marketRecommend } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';

/** What the customer of an order would see at a place, and why each card is shown. */
export function Preview({ scene }: { readonly scene: marketRecommend.RecommendRow['scene'] }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [orderNo, setOrderNo] = useState<string | null>(null);
  const found = useDetail(marketRecommend.preview, orderNo === null ? null : { orderNo, scene });
  return (
    <section aria-live="polite" aria-label={t('recommend.preview')}>
      <h3 className="kp-section-title">{t('recommend.preview')}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') setOrderNo(typed.trim());
        }}
      >
        <InputGroup
          aria-label={t('recommend.orderNo')}
          placeholder={t('recommend.orderNo')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rightElement={<Button type="submit" text={t('recommend.show')} />}
        />
      </form>
      {orderNo !== null && (
        <Answered detail={found}>
          {({ ruleName, block, cards }) => (
            <>
              <p>{block === null ? t('recommend.slot', { name: ruleName ?? '' }) : t(`recommend.block.${block}`)}</p>
              <ol>
                {cards.map((card) => (
                  <li key={card.marketProductNo}>
                    {card.productName} · {card.platformName} · {formatMoney(card.minAmountCents)}–
                    {formatMoney(card.maxAmountCents)}
                    {card.approvalPercent !== null && ` · ${t('recommend.rate', { percent: card.approvalPercent })}`}
                  </li>
                ))}
              </ol>
            </>
          )}
        </Answered>
      )}
    </section>
  );
}
