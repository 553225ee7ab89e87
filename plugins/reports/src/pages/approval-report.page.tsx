import { approvalKind } from '../approval/approval-kind.ts';
import { ReportScreen } from '../parts/report-screen.tsx';

/** Volume, speed and strictness of reviews, and whether the decisions were right. */
export function ApprovalReportPage() {
  return <ReportScreen kinds={[approvalKind]} />;
}
