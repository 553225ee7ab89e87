import { latePart } from '../parts/late-part.tsx';

/** The dialog that decides and the comparison in it: not before one is opened. */
export const lateDecisions = latePart(() => import('./decision-parts.ts'));
