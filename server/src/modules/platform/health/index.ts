// Logs, metrics, liveness and readiness.

export { createLogger } from './log.ts';
export { createMetrics, listenForMetrics, measureCalls } from './metrics.ts';
export type { Metrics } from './metrics.ts';
export { registerHealth } from './register.ts';
export { noteUp, type Outage, outagesBetween } from './uptime.ts';
export type { Readiness } from './register.ts';
