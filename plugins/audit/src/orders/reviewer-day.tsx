import { auditOrder } from '@kituo/sdk/contracts';
import { useDetail, useRefreshOn } from '@kituo/sdk/page';
import { MyDay } from './my-day.tsx';

/** A tile on Home: the day of who reviews, as their queue shows it; read again as orders come and go. */
export function ReviewerDay() {
  const summary = useDetail(auditOrder.mySummary, {});
  useRefreshOn('orders', summary.refresh);
  return <MyDay summary={summary} />;
}
