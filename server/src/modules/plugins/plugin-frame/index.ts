// Isolated plugins: their frame and what they may call.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { calledBy, callerForPlugin, callerWithin, codesWithin, isolatedPlugin } from './capabilities.ts';
export { registerFrames } from './register.ts';

export const pluginFrame = defineModule({
  name: 'plugin-frame',
  routes,
});
