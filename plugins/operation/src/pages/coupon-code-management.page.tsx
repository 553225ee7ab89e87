import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { ApplicationList } from '../coupons/applications.list.tsx';
import { CouponList } from '../coupons/coupons.list.tsx';
import { PromoBatchList } from '../coupons/promo-batches.list.tsx';
import { PromoCodeList } from '../coupons/promo-codes.list.tsx';
import { TemplateList } from '../coupons/templates.list.tsx';

/** Coupons: what they are granted of, who asked for whom, and what became of each. */
export function CouponCodeManagementPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('coupon.title')}
      tabs={[
        {
          name: 'templates',
          awaits: ['couponTemplates', 'coupon.template'],
          content: () => <TemplateList key="templates" />,
        },
        { name: 'applications', awaits: 'couponApplications', content: () => <ApplicationList key="applications" /> },
        { name: 'promoBatches', awaits: 'promoBatches', content: () => <PromoBatchList key="promoBatches" /> },
        { name: 'promoCodes', content: () => <PromoCodeList key="promoCodes" /> },
        { name: 'coupons', content: () => <CouponList key="coupons" /> },
      ]}
    />
  );
}
