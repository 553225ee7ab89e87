import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '../../../services.ts';
import { countStreams } from '../events/index.ts';

/** What Prometheus reads of one process. */
export interface Metrics {
  readonly registry: Registry;
}

export function createMetrics(services: Services, pool: pg.Pool | undefined): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'kituo_event_streams',
    help: 'Open event streams',
    registers: [registry],
    collect() {
      this.set(countStreams(services));
    },
  });
  new Gauge({
    name: 'kituo_registry_fault',
    help: '1 while the newest registry file is not the one in force',
    registers: [registry],
    collect() {
      this.set(services.registry.state().fault === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'kituo_tracking_dropped_events',
    help: 'Tracking events given up since the start, as they could not be written',
    registers: [registry],
    collect() {
      this.set(services.tracking.dropped());
    },
  });
  new Gauge({
    name: 'kituo_callbacks_without_effect',
    help: 'Messages of channels that cannot be read, differ from what was asked or failed more than three times',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { status, count } of await services.engine.callbacks.withoutEffect()) this.set({ status }, count);
    },
  });
  for (const metric of services.pluginMetrics.all) registry.registerMetric(metric);
  if (pool) {
    new Gauge({
      name: 'kituo_database_connections',
      help: 'Connections of the pool',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'waited_for' }, pool.waitingCount);
      },
    });
  }
  return { registry };
}

/** Counts and times every call by its endpoint's name, never by its address. */
export function measureCalls(app: FastifyInstance, { registry }: Metrics): void {
  const labelNames = ['endpoint', 'status'] as const;
  const calls = new Counter({
    name: 'kituo_http_requests_total',
    help: 'Calls by endpoint and status',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'kituo_http_request_seconds',
    help: 'How long calls took',
    labelNames: ['endpoint'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpointName ?? request.routeOptions.url ?? 'none';
    calls.inc({ endpoint, status: String(reply.statusCode) });
    seconds.observe({ endpoint }, reply.elapsedTime / 1000);
  });
  // The process goes on measuring its pauses for each registry there ever was: it keeps no closed server by that.
  app.addHook('onClose', async () => {
    registry.clear();
  });
}

/** The metrics' own listener: `GET /metrics`, nothing else. Resolves when it listens. */
export async function listenForMetrics(
  { registry }: Metrics,
  address: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return server;
}
