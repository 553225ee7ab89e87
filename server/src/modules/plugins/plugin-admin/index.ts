// Operating plugins: publish, switch, roll out, roll back.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { keepEarlierVersions } from './kept-versions.ts';
export { pathsOnTrial, readOverrides } from './overrides.ts';
export { standingTrials } from './standing-trials.ts';
export { trialService } from './trial-origin.ts';
export { tooLarge } from './receive-package.ts';

export const pluginAdmin = defineModule({
  name: 'plugin-admin',
  routes,
});
