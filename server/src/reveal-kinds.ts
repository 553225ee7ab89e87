import { createRevealKinds } from './modules/platform/reveal/index.ts';
import { revealKinds as collections } from './modules/collections/collections/index.ts';
import { revealKinds as orderFile } from './modules/review/order-file/index.ts';
import { revealKinds as reReviews } from './modules/review/re-reviews/index.ts';
import { revealKinds as users } from './modules/staff/users/index.ts';

/** Every value that people see masked and may see in full. */
export const revealKinds = createRevealKinds([...collections, ...orderFile, ...reReviews, ...users]);
