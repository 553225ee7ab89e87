// Releases of the merchants' apps, and who must update.

import { defineModule } from '../../../define-module.ts';
import { releaseExport } from './list.ts';
import { releasePackages } from './packages.ts';
import { publishForcedKind } from './publish.ts';
import { routes } from './routes.ts';

export const appReleases = defineModule({
  name: 'app-releases',
  routes,
  fileSubjects: [releasePackages],
  changes: [publishForcedKind],
  exports: [releaseExport.kind],
});
