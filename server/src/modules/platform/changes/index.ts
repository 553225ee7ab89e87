// Commands that wait for an approver.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { changeExports } from './export.ts';

export { createChangeKinds, keptScope, narrower, scopeFrom, storedScope } from './kinds.ts';
export type { ChangeKind, ChangeKinds, ChangeSubject, EndedChange } from './kinds.ts';
export { expireChanges } from './expire.ts';
export { requestChange } from './request-change.ts';
export { asksForChecker } from './setting.ts';
export { approveChange, endChange } from './decide.ts';
export { countDecidable, countDecidableByKind, readDecidable } from './query.ts';

export const changes = defineModule({
  name: 'changes',
  routes,
  exports: [
    changeExports.user.kind,
    changeExports.role.kind,
    changeExports.menu.kind,
    changeExports.refuseCode.kind,
    changeExports.refundBatch.kind,
  ],
});
