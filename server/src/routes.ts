import type { Implementation } from './http/implement.ts';
import { gathered } from './gathered.ts';

/** Every endpoint of the server with its handler. */
export const allRoutes: readonly Implementation[] = gathered.routes;
