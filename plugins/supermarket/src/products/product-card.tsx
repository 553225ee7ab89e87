import { formatMoney, session$, useText, useValue } from '@kituo/sdk';
import { marketProduct } from '@kituo/sdk/contracts';
import { Answered, Status, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { RECOMMEND_HIDDEN } from '../parts/codes.ts';
import type { ProductRow } from './product-fields.ts';

/** The card of a product as customers read it, in each of its languages, and what hides it from them now. */
export function ProductCard({ row }: { readonly row: ProductRow }) {
  const t = useText();
  const { marketProductNo, otherNames } = row;
  const { language: reader } = useValue(session$);
  const [language, setLanguage] = useState('en');
  const found = useDetail(marketProduct.preview, { marketProductNo, language });
  const names = new Intl.DisplayNames([reader], { type: 'language' });
  const languages = ['en', ...Object.keys(otherNames)];
  return (
    <section aria-label={t('product.card')}>
      <h3 className="kp-section-title">{t('product.card')}</h3>
      {languages.length > 1 && (
        <p>
          <label>
            {t('product.language')}{' '}
            <select
              className="bp6-input"
              value={language}
              onChange={({ currentTarget }) => {
                setLanguage(currentTarget.value);
              }}
            >
              {languages.map((one) => (
                <option key={one} value={one}>
                  {names.of(one) ?? one}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <Answered detail={found}>
        {({ card, hidden }) => (
          <>
            <p>
              {hidden === null ? (
                t('product.shown')
              ) : (
                <>
                  {t('recommend.notShown')} <Status of={RECOMMEND_HIDDEN} code={hidden} />
                </>
              )}
            </p>
            <ul className="kp-facts" lang={language}>
              <li>
                <strong>{card.productName}</strong> · {card.platformName}
              </li>
              <li>
                {formatMoney(card.minAmountCents)}–{formatMoney(card.maxAmountCents)} ·{' '}
                {t('product.term', { from: card.minTermDays, to: card.maxTermDays })}
              </li>
              <li>
                {t('product.rate', { rate: card.annualRateBps / 100 })} · {card.feesText}
              </li>
              {card.approvalPercent !== null && <li>{t('recommend.rate', { percent: card.approvalPercent })}</li>}
              {card.decisionMinutes !== null && <li>{t('recommend.minutes', { count: card.decisionMinutes })}</li>}
              {card.vipLevelNo !== null && <li>{t('recommend.why.vip', { level: card.vipLevelNo })}</li>}
            </ul>
          </>
        )}
      </Answered>
    </section>
  );
}
