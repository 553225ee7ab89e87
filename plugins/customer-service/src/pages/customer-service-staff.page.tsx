import { useText } from '@kituo/sdk';
import { servicePersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';
import { FreeNow } from '../parts/free-now.tsx';

const TABS = [
  {
    name: 'free',
    content: () => (
      <div key="free" className="kp-page">
        <FreeNow />
      </div>
    ),
  },
];

export function CustomerServiceStaffPage() {
  const t = useText();
  return (
    <PersonnelScreen
      endpoints={servicePersonnel.endpoints}
      jobs="serviceStaffs"
      title={t('personnel.title')}
      hasParts
      hasDeskFacts
      tabs={TABS}
    />
  );
}
