import { fullPath } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';

const operationCode = /^[a-z][A-Za-z0-9]*(:[a-z][A-Za-z0-9]*){2}$/;

function accessFault({ access, path }: Endpoint): string | null {
  if (access === 'signedIn') return null;
  if (access === 'public') {
    return path.startsWith('noAuth/') || path.startsWith('/') ? null : 'is public but not below noAuth/';
  }
  // What a contract file says cannot be trusted to be complete: this is the check of it.
  if (typeof access !== 'object' || access === null) return 'names no access';
  if ('page' in access) return access.page.length > 0 ? null : 'names no page';
  if (!('code' in access) || access.code.length === 0) return 'names no code';
  const wrong = access.code.find((code) => !operationCode.test(code));
  return wrong === undefined ? null : `names "${wrong}", which is not area:thing:action`;
}

/** Refuses to start on an endpoint that is open by mistake or stands twice. Tells all at once. */
export function checkRoutes(endpoints: readonly Endpoint[]): void {
  const faults: string[] = [];
  const names = new Set<string>();
  const addresses = new Set<string>();
  for (const endpoint of endpoints) {
    const fault = accessFault(endpoint);
    if (fault !== null) faults.push(`${endpoint.name} ${fault}`);
    if (names.has(endpoint.name)) faults.push(`the name ${endpoint.name} is used twice`);
    names.add(endpoint.name);
    const address = `${endpoint.method} ${fullPath(endpoint).replace(/\{\w+\}/g, '{}')}`;
    if (addresses.has(address)) faults.push(`${address} is served twice`);
    addresses.add(address);
    if (endpoint.kind === 'command' && endpoint.method !== 'POST') {
      faults.push(`${endpoint.name} is a command but not a POST`);
    }
    if (endpoint.kind !== 'command' && endpoint.preview) {
      faults.push(`${endpoint.name} offers a preview but is no command`);
    }
    if (endpoint.kind === 'command' && endpoint.replyForm !== 'json') {
      faults.push(`${endpoint.name} is a command but answers a ${endpoint.replyForm}`);
    }
    if (endpoint.kind === 'command' && endpoint.access === 'public') {
      faults.push(`${endpoint.name} is a command but public`);
    }
  }
  if (faults.length > 0) throw new Error(`The routes are faulty:\n  ${faults.join('\n  ')}`);
}
