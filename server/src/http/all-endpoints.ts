import * as contracts from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'replyForm' in value;
}

/** Families hold endpoints, or families of them: `change.changeFamilies.user.page`. */
function endpointsIn(value: unknown, depth: number): Endpoint[] {
  if (isEndpoint(value)) return [value];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  return Object.values(value).flatMap((inner) => endpointsIn(inner, depth + 1));
}

/** Every endpoint of the contracts. */
export const allEndpoints = (): readonly Endpoint[] => endpointsIn({ ...contracts }, 0);
