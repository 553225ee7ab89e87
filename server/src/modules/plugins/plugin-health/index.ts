// How plugins load and fail, and the automatic rollback.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { forgetOldHealth, watchPlugins } from './judge.ts';
export { createPluginMetrics, type PluginMetrics } from './metrics.ts';

export const pluginHealth = defineModule({
  name: 'plugin-health',
  routes,
});
