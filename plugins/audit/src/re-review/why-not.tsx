import { Empty, useCan, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import type { ReReviewRow } from './re-review-fields.ts';

/** Of one order that was looked for and is not eligible it says why; otherwise it is the list. */
export function WhyNot(props: { readonly list: List<ReReviewRow>; readonly children: ReactNode }) {
  const { list } = props;
  const t = useText();
  const mayApply = useCan('audit:orderReview:apply');
  const orderNo = (list.state.filters['orderNo'] ?? '').trim();
  const isMissing = orderNo !== '' && !list.isFirstLoad && list.error === null && list.rows.length === 0;
  const asked = reReview.check.request.safeParse({ orderNos: [orderNo] });
  const check = useDetail(reReview.check, isMissing && mayApply && asked.success ? asked.data : null);
  const blocked = check.data?.items[0]?.blocked ?? null;
  if (!isMissing || blocked === null) return props.children;
  return (
    <div className="kp-table">
      <Empty title={t('reReview.notNow', { order: orderNo })} text={blocked.msg} />
    </div>
  );
}
