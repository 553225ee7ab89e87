import { Resolver } from 'node:dns/promises';
import { GatewayError } from '../gateway-error.ts';
import type { NameGateway } from '../ports.ts';

/** A name without such records, or no such name. */
const NONE = new Set(['ENODATA', 'ENOTFOUND']);
const TIMEOUT_MS = 4_000;

/** Asks name servers, the system's own unless others are named. */
export function createNameClient(servers: readonly string[]): NameGateway {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async texts(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (NONE.has(code)) return [];
        throw new GatewayError('NOT_SENT', `name server: ${code}`);
      }
    },
  };
}
