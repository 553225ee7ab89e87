import { useText } from '@kituo/sdk';
import { auditPersonnel } from '@kituo/sdk/contracts';
import { PersonnelScreen } from '@kituo/sdk/page';

/** Reviewers, human and AI: how much each may get, and where load comes from. */
export function AuditPersonnelPage() {
  const t = useText();
  return <PersonnelScreen endpoints={auditPersonnel.endpoints} jobs="auditors" title={t('personnel.title')} />;
}
