import 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `family.action`: what logs and metrics call the route. */
    endpointName?: string;
  }
}
