import type { Endpoint } from '../../contracts/endpoint.ts';
import { useCan } from '../../permissions/permissions.ts';

/** Whether the signed-in person may call an endpoint, as far as its contract says. */
export function useAccess(endpoint: Endpoint): boolean {
  const { access } = endpoint;
  const holdsCode = useCan(typeof access === 'object' && 'code' in access ? access.code : []);
  return typeof access === 'object' && 'code' in access ? holdsCode : true;
}

/** Rows say what is possible with them now; things without `allowedActions` leave it to the code. */
export function allows(subject: unknown, name: string): boolean {
  if (typeof subject !== 'object' || subject === null || !('allowedActions' in subject)) return true;
  return Array.isArray(subject.allowedActions) && subject.allowedActions.includes(name);
}
