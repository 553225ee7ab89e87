import { ReReviewRulesList } from '../re-review/rules.list.tsx';

/** Which refused orders may be reviewed once more, and how many a day, merchant by merchant. */
export function RejectOrderReviewConfigPage() {
  return <ReReviewRulesList />;
}
