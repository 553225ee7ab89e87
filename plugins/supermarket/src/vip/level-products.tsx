import { canOpen, Link, useText } from '@kituo/sdk';
import { marketProduct, type vipLevel } from '@kituo/sdk/contracts';
import { Answered, Status, useDetail } from '@kituo/sdk/page';
import { MARKET_PRODUCT_STATUS } from '../parts/codes.ts';

const PRODUCTS = '/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement';

/** The products that a level opens; which level opens a product is set on the product. */
export function LevelProducts({ level }: { readonly level: vipLevel.VipLevelRow }) {
  const t = useText();
  const { merchantNo, levelNo } = level;
  const found = useDetail(marketProduct.opened, { merchantNo, levelNo });
  return (
    <section aria-label={t('vip.products')}>
      <h3 className="kp-section-title">{t('vip.products')}</h3>
      <p className="kp-muted">{t('vip.productsHint')}</p>
      <Answered detail={found}>
        {(products) =>
          products.length === 0 ? (
            <p className="kp-muted">{t('vip.noProducts')}</p>
          ) : (
            <ul className="kp-facts">
              {products.map(({ marketProductNo, productName, productStatus }) => (
                <li key={marketProductNo}>
                  {canOpen(PRODUCTS) ? (
                    <Link to={`${PRODUCTS}?marketProductNo=${marketProductNo}`}>{productName}</Link>
                  ) : (
                    productName
                  )}{' '}
                  <Status of={MARKET_PRODUCT_STATUS} code={productStatus} />
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
}
