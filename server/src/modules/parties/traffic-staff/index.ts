// Traffic staff and their records.

import { trafficPersonnel } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { personnelSection } from '../../staff/personnel/index.ts';
import { freezeSignIn } from '../../staff/users/index.ts';
import { trafficWork } from './work.ts';

export const trafficStaff = defineModule({
  name: 'traffic-staff',
  ...personnelSection({
    endpoints: trafficPersonnel.endpoints,
    work: trafficWork,
    page: trafficPersonnel.TRAFFIC_PERSONNEL_PAGE,
    updates: { en: 'Changes of traffic staff', zh: '批量调整投放人员' },
    file: { en: 'Export of traffic staff', zh: '导出投放人员' },
    freezeSignIn,
  }),
});
