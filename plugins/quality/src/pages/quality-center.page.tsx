import { useCan, useText } from '@kituo/sdk';
import { PageTabs } from '@kituo/sdk/page';
import { CalibrationsList } from '../calibration/calibrations.list.tsx';
import { InspectionsList } from '../inspections/inspections.list.tsx';
import { RulesList } from '../settings/rules.list.tsx';
import { SheetsList } from '../settings/sheets.list.tsx';

/** Inspections of what staff and robots said, the sheets they are scored by and the rules they are sampled by. */
export function QualityCenterPage() {
  const t = useText();
  const mayScore = useCan('quality:inspection:score');
  const maySample = useCan('quality:inspection:sample');
  return (
    <PageTabs
      label={t('inspection.title')}
      tabs={[
        { name: 'inspections', content: () => <InspectionsList key="inspections" /> },
        ...(mayScore || maySample
          ? [{ name: 'calibration', content: () => <CalibrationsList key="calibration" /> }]
          : []),
        { name: 'sheets', awaits: 'qualitySheets', content: () => <SheetsList key="sheets" /> },
        { name: 'sampling', awaits: 'samplingRules', content: () => <RulesList key="sampling" /> },
      ]}
    />
  );
}
