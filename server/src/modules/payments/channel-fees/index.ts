// Fees of payment channels: booked and reversed.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { channelFeeExport } from './export.ts';
import { bookFeeKind, reverseFeeKind } from './changes.ts';

export { bookFeeKind } from './changes.ts';
export { bookFee, reverseFee } from './fees.ts';

export const channelFees = defineModule({
  name: 'channel-fees',
  routes,
  exports: [channelFeeExport.kind],
  changes: [bookFeeKind, reverseFeeKind],
});
