export { forgetOldHealth, watchPlugins } from './judge.ts';
export { createPluginMetrics, type PluginMetrics } from './metrics.ts';
export { routes } from './routes.ts';
