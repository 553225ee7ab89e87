// Collectors and their records.

import { collectionPersonnel } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { personnelSection } from '../../staff/personnel/index.ts';
import { freezeSignIn } from '../../staff/users/index.ts';
import { collectorWork } from '../collections/index.ts';

export const collectors = defineModule({
  name: 'collectors',
  ...personnelSection({
    endpoints: collectionPersonnel.endpoints,
    work: collectorWork,
    page: collectionPersonnel.COLLECTION_PERSONNEL_PAGE,
    updates: { en: 'Changes of collectors', zh: '批量调整催收人员' },
    file: { en: 'Export of collectors', zh: '导出催收人员' },
    freezeSignIn,
  }),
});
