// Reviewers and their records.

import { defineModule } from '../../../define-module.ts';
import { auditPersonnel } from '@kituo/sdk/contracts';
import { personnelBatchKind, personnelExport, personnelRoutes } from '../../staff/personnel/index.ts';
import { freezeUser } from '../../staff/users/index.ts';
import { auditorWork } from './work.ts';

/** Changes of many reviewers at once. */
const auditorBatchKind = personnelBatchKind('auditors.update', auditorWork, {
  en: 'Changes of reviewers',
  zh: '批量调整审核人员',
});

const auditorExport = personnelExport(auditPersonnel.endpoints, auditorWork, auditPersonnel.AUDIT_PERSONNEL_PAGE, {
  en: 'Export of reviewers',
  zh: '导出审核人员',
});

const routes = personnelRoutes({
  endpoints: auditPersonnel.endpoints,
  work: auditorWork,
  batchKind: auditorBatchKind,
  exported: auditorExport,
  async freezeSignIn(userNo, reason, call) {
    const { sessionsEnded } = await freezeUser({ userNo, reason }, call);
    return sessionsEnded;
  },
});

export const auditors = defineModule({
  name: 'auditors',
  routes,
  jobs: [auditorBatchKind],
  exports: [auditorExport.kind],
  personnelWorks: [auditorWork],
  ruledPages: [{ pagePath: '/admincontent/auditsystem/auditpersonnel' }],
});
