import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { Outcomes } from '../re-review/outcomes.tsx';
import { EligibleList, SubmittedList } from '../re-review/re-review.lists.tsx';

/** Refused orders for a second look, what was submitted, and how often it changes the result. */
export function RejectOrderReviewPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('reReview.title')}
      tabs={[
        { name: 'eligible', content: () => <EligibleList key="eligible" /> },
        { name: 'submitted', content: () => <SubmittedList key="submitted" /> },
        { name: 'outcomes', content: () => <Outcomes /> },
      ]}
    />
  );
}
