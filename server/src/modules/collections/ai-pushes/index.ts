// AI pushes: a user group handed to the robot or the SMS gateway, person by person through the contact gate.

import { defineModule } from '../../../define-module.ts';
import { pushDecisions } from './decisions.ts';
import { pushExport, recordExport, pushRecordReveals } from './list.ts';
import { routes } from './routes.ts';

export { runAiPushes } from './push.ts';

export const aiPushes = defineModule({
  name: 'ai-pushes',
  routes,
  reveals: [...pushRecordReveals],
  decisions: [pushDecisions],
  exports: [pushExport.kind, recordExport.kind],
});
