import { useText } from '@kituo/sdk';
import { servicePersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';

export function CustomerServiceStaffPage() {
  const t = useText();
  return (
    <PersonnelScreen
      endpoints={servicePersonnel.endpoints}
      jobs="serviceStaffs"
      title={t('personnel.title')}
      hasParts
      hasDeskFacts
    />
  );
}
