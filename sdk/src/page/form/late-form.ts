import { latePart } from '../parts/late-part.tsx';

/** Everything a form is made of, fields too: loaded when the first one opens or a button for one is pointed at. */
export const lateForm = latePart(() => import('./form-parts.ts'));
