// What falls due a day under a due-date rule that is being written, beside those in force.

import { maturity } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { readDueLoad } from './due-load.ts';

export const dueLoad = defineModule({
  name: 'due-load',
  routes: [implement(maturity.dueLoad, readDueLoad)],
});
