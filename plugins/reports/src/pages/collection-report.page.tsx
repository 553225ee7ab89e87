import { collectionKinds } from '../collection/collection-kind.ts';
import { ReportScreen } from '../parts/report-screen.tsx';

/** What fell due, what came in, what is late, and by whom. */
export function CollectionReportPage() {
  return <ReportScreen kinds={collectionKinds} />;
}
