// Usage events from open pages.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { createTrackingIntake, type DeadLetter, type TrackingIntake } from './intake.ts';
export { recentPages } from './recent.ts';

export const tracking = defineModule({
  name: 'tracking',
  routes,
});
