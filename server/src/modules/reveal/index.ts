export { createRevealKinds } from './kinds.ts';
export type { RevealKind, RevealKinds } from './kinds.ts';
export { routes } from './routes.ts';
