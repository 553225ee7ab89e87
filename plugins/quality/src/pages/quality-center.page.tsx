import { useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { InspectionsList } from '../inspections/inspections.list.tsx';
import { RulesList } from '../settings/rules.list.tsx';
import { SheetsList } from '../settings/sheets.list.tsx';

/** Inspections of what staff and robots said, the sheets they are scored by and the rules they are sampled by. */
export function QualityCenterPage() {
  const t = useText();
  return (
    <PageTabs
      label={t('inspection.title')}
      tabs={[
        { name: 'inspections', content: () => <InspectionsList key="inspections" /> },
        { name: 'sheets', content: () => <SheetsList key="sheets" /> },
        { name: 'sampling', content: () => <RulesList key="sampling" /> },
      ]}
    />
  );
}
