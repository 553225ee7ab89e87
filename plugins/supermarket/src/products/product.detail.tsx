import { EatTime, useText } from '@kituo/sdk';
import { marketProduct } from '@kituo/sdk/contracts';
import { type Column, DescriptionList, DetailOf, History, Status } from '@kituo/sdk/page';
import { LINK_HEALTH } from '../parts/codes.ts';
import { productFacts, type ProductRow } from './product-fields.ts';

/** A product: its terms, where it is recommended, the history of both. */
export function ProductDetail(props: {
  readonly marketProductNo: string;
  readonly columns: readonly Column<ProductRow>[];
}) {
  const { marketProductNo, columns } = props;
  const t = useText();
  return (
    <DetailOf endpoint={marketProduct.detail} request={{ marketProductNo }}>
      {({ row, slots, checks, history }) => (
        <>
          <DescriptionList of={row} columns={[...columns, ...productFacts]} />
          {slots.length > 0 && <p>{t('product.slots', { slots: slots.join(', ') })}</p>}
          <h3 className="kp-section-title">{t('product.checks')}</h3>
          {checks.length === 0 && <p className="kp-muted">{t('product.noChecks')}</p>}
          <ul className="kp-facts">
            {checks.map(({ at, isHealthy, statusCode, tookMs, checkedByName }) => (
              <li key={at}>
                <EatTime at={at} /> <Status of={LINK_HEALTH} code={isHealthy ? 'HEALTHY' : 'BROKEN'} />{' '}
                {statusCode === null ? t('product.noAnswer') : t('product.answered', { statusCode, tookMs })} ·{' '}
                {checkedByName ?? t('product.hourly')}
              </li>
            ))}
          </ul>
          <h3 className="kp-section-title">{t('detail.history')}</h3>
          <History entries={history} titleOf={({ action }) => t(`productHistory.${action.split('.').at(-1) ?? ''}`)} />
        </>
      )}
    </DetailOf>
  );
}

/** The recommendations that lose a product. */
export function Slots({ marketProductNo }: { readonly marketProductNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={marketProduct.detail} request={{ marketProductNo }}>
      {({ slots }) => (
        <p className="kp-muted">
          {slots.length > 0 ? t('product.slots', { slots: slots.join(', ') }) : t('product.noSlots')}
        </p>
      )}
    </DetailOf>
  );
}
