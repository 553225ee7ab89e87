import { Button, formatMoney, InputGroup, useText } from '@kituo/sdk';
import { marketRecommend, type ReplyOf } from '@kituo/sdk/contracts';
import { Answered, Status, useDetail } from '@kituo/sdk/page';
import { RECOMMEND_HIDDEN } from '../parts/codes.ts';
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
          {({ ruleName, block, rotation, matched, cards, alike, hidden }) => (
            <>
              <p>{block === null ? t('recommend.slot', { name: ruleName ?? '' }) : t(`recommend.block.${block}`)}</p>
              {matched !== null && <p className="kp-muted">{whyOf(matched, t)}</p>}
              <ol>
                {cards.map((card, place) => (
                  <li key={card.marketProductNo}>
                    {card.productName} · {card.platformName} · {formatMoney(card.minAmountCents)}–
                    {formatMoney(card.maxAmountCents)}
                    {card.approvalPercent !== null && ` · ${t('recommend.rate', { percent: card.approvalPercent })}`}
                    {card.decisionMinutes !== null && ` · ${t('recommend.minutes', { count: card.decisionMinutes })}`}
                    <div className="kp-muted">
                      {t(rotation === 'BY_APPROVAL' ? 'recommend.why.byRate' : 'recommend.why.place', {
                        place: place + 1,
                      })}
                      {alike
                        .filter(({ marketProductNo }) => marketProductNo === card.marketProductNo)
                        .map(
                          ({ approvedPercent, decided }) =>
                            ` · ${t('recommend.why.alike', { percent: approvedPercent, count: decided })}`,
                        )}
                      {card.vipLevelNo !== null && ` · ${t('recommend.why.vip', { level: card.vipLevelNo })}`}
                    </div>
                  </li>
                ))}
              </ol>
              {hidden.length > 0 && <h4>{t('recommend.notShown')}</h4>}
              <ul className="kp-facts">
                {hidden.map(({ marketProductNo, productName, reason }) => (
                  <li key={marketProductNo}>
                    {productName} <Status of={RECOMMEND_HIDDEN} code={reason} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Answered>
      )}
    </section>
  );
}

type Matched = NonNullable<ReplyOf<typeof marketRecommend.preview>['matched']>;

/** Which of the customer's facts the slot asked for. */
function whyOf({ modelLevel, vipLevelNo, refuseCode }: Matched, t: ReturnType<typeof useText>): string {
  const facts = [
    modelLevel !== null && t('recommend.why.modelLevel', { level: modelLevel }),
    vipLevelNo !== null && t('recommend.why.vipLevel', { level: vipLevelNo }),
    refuseCode !== null && t('recommend.why.refuseCode', { code: refuseCode }),
  ].filter((fact) => fact !== false);
  return facts.length === 0 ? t('recommend.why.everybody') : facts.join(' · ');
}
