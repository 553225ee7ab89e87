// Losses recognised on bad debt: requested, checked, cancelled within the open period.

import { defineModule } from '../../../define-module.ts';
import { lossExports } from './export.ts';
import { manyKinds } from './many.ts';
import { routes } from './routes.ts';

export { applyForChargeOff, cancelChargeOff, decideChargeOff } from './charge-off.ts';

export const chargeOffs = defineModule({
  name: 'charge-offs',
  routes,
  jobs: Object.values(manyKinds).flatMap(({ apply, check }) => [apply, check]),
  exports: Object.values(lossExports).flatMap(({ losses, recoveries }) => [losses.kind, recoveries.kind]),
});
