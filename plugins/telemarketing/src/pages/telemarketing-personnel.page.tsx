import { useText } from '@kituo/sdk';
import { telemarketingPersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';
import { TeamLimitNote, TightTeams } from '../personnel/capacity.tsx';

export function TelemarketingPersonnelPage() {
  const t = useText();
  return (
    <PersonnelScreen
      endpoints={telemarketingPersonnel.endpoints}
      jobs="telemarketers"
      title={t('personnel.title')}
      hasDeskFacts
      above={<TightTeams />}
      limitNote={(person, isFrozen) => (
        <TeamLimitNote
          person={person}
          merchantNos={person.merchants.map(({ merchantNo }) => merchantNo)}
          isFrozen={isFrozen}
        />
      )}
    />
  );
}
