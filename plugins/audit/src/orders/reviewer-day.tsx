import { auditOrder } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { MyDay } from './my-day.tsx';

/** A tile on Home: the day of who reviews, as their queue shows it. */
export function ReviewerDay() {
  return <MyDay summary={useDetail(auditOrder.mySummary, {})} />;
}
