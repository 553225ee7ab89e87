import type { FileSubject } from '../../platform/files/index.ts';

/** Evidence for records. Its subject is who uploads it; who keeps or reads records sees it. */
export const disciplineVouchers: FileSubject = {
  subjectType: 'disciplineVoucher',
  sees: async (_db, { pages }) =>
    await Promise.resolve(pages.has('/admincontent/appraisalsystem/employeedisciplinedata')),
  codes: { attach: 'appraisal:discipline:save', remove: 'appraisal:discipline:save' },
};
