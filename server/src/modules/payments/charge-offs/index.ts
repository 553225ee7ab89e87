// Losses recognised on bad debt: requested, checked, cancelled within the open period.

import { defineModule } from '../../../define-module.ts';
import { lossExports } from './export.ts';
import { routes } from './routes.ts';

export { applyForChargeOff, cancelChargeOff, decideChargeOff } from './charge-off.ts';

export const chargeOffs = defineModule({
  name: 'charge-offs',
  routes,
  exports: Object.values(lossExports).flatMap(({ losses, recoveries }) => [losses.kind, recoveries.kind]),
});
