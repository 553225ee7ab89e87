import { useText } from '@kituo/sdk';
import { trafficPersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';

export function TrafficPersonnelPage() {
  const t = useText();
  return <PersonnelScreen endpoints={trafficPersonnel.endpoints} jobs="trafficStaffs" title={t('personnel.title')} />;
}
