// Reviewers and their records.

import { auditPersonnel } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { personnelSection } from '../../staff/personnel/index.ts';
import { freezeSignIn } from '../../staff/users/index.ts';
import { auditorWork } from './work.ts';

export const auditors = defineModule({
  name: 'auditors',
  ...personnelSection({
    endpoints: auditPersonnel.endpoints,
    work: auditorWork,
    page: auditPersonnel.AUDIT_PERSONNEL_PAGE,
    updates: { en: 'Changes of reviewers', zh: '批量调整审核人员' },
    file: { en: 'Export of reviewers', zh: '导出审核人员' },
    freezeSignIn,
  }),
});
