import { EatTime, formatDateTime, useText } from '@kituo/sdk';
import { marketProduct, type ReplyOf } from '@kituo/sdk/contracts';
import { type Column, DescriptionList, DetailOf, History, Status } from '@kituo/sdk/page';
import { LINK_HEALTH } from '../parts/codes.ts';
import { LinkPicture } from './link-picture.tsx';
import { ProductCard } from './product-card.tsx';
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
          <ProductCard row={row} />
          {slots.length > 0 && <p>{t('product.slots', { slots: slots.join(', ') })}</p>}
          <h3 className="kp-section-title">{t('product.checks')}</h3>
          {checks.length === 0 && <p className="kp-muted">{t('product.noChecks')}</p>}
          <ul className="kp-facts">
            {checks.map((check) => (
              <li key={check.at}>
                <EatTime at={check.at} /> <Status of={LINK_HEALTH} code={check.isHealthy ? 'HEALTHY' : 'BROKEN'} />{' '}
                {check.statusCode === null
                  ? t('product.noAnswer')
                  : t('product.answered', { statusCode: check.statusCode, tookMs: check.tookMs })}{' '}
                · {check.checkedByName ?? t('product.hourly')}
                <Fetched check={check} marketProductNo={marketProductNo} />
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

type Check = ReplyOf<typeof marketProduct.detail>['checks'][number];

/** The evidence of a check: the words that the address answered with, and how they looked. */
function Fetched({ check, marketProductNo }: { readonly check: Check; readonly marketProductNo: string }) {
  const t = useText();
  const { redirectTo, contentType, pageTitle, pageText, pageSince, pictureOf, pictureAt } = check;
  if (redirectTo !== null) return <> · {t('product.redirect', { to: redirectTo })}</>;
  if (pageText === null) return contentType === null ? null : <> · {contentType}</>;
  return (
    <details>
      <summary>{t('product.fetched', { title: pageTitle ?? contentType ?? '' })}</summary>
      {pageSince !== null && <p className="kp-muted">{t('product.pageSince', { time: formatDateTime(pageSince) })}</p>}
      <p>{pageText}</p>
      {pictureOf !== null && pictureAt !== null && (
        <>
          <p className="kp-muted">{t('product.pictureAt', { time: formatDateTime(pictureAt) })}</p>
          <LinkPicture key={pictureOf} marketProductNo={marketProductNo} pageHash={pictureOf} />
        </>
      )}
    </details>
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
