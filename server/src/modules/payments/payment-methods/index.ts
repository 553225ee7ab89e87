// Which payment methods customers see, and in what order.

import './tables.ts';
import { paymentVisual } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { askForVisual, visualKind } from './change.ts';
import { methodsForApp, readVisual } from './read.ts';

export { shownMethods } from './read.ts';

export const paymentMethods = defineModule({
  name: 'payment-methods',
  routes: [
    implement(paymentVisual.visual, readVisual),
    implement(paymentVisual.save, askForVisual),
    implement(paymentVisual.forApp, methodsForApp),
  ],
  changes: [visualKind],
});
