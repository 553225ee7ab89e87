export { createRevealKinds } from './kinds.ts';
export type { RevealField, RevealKind, RevealKinds } from './kinds.ts';
export { revealValue } from './reveal.ts';
export { routes } from './routes.ts';
