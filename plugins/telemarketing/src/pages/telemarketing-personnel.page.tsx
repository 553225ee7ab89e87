import { useText } from '@kituo/sdk';
import { telemarketingPersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';

export function TelemarketingPersonnelPage() {
  const t = useText();
  return (
    <PersonnelScreen
      endpoints={telemarketingPersonnel.endpoints}
      jobs="telemarketers"
      title={t('personnel.title')}
      hasDeskFacts
    />
  );
}
