import { createRevealKinds } from './modules/reveal/index.ts';
import { revealKinds as collections } from './modules/collections/index.ts';
import { revealKinds as orderFile } from './modules/order-file/index.ts';
import { revealKinds as reReviews } from './modules/re-reviews/index.ts';
import { revealKinds as users } from './modules/users/index.ts';

/** Every value that people see masked and may see in full. */
export const revealKinds = createRevealKinds([
  ...collections,
  ...orderFile,
  ...reReviews,
  ...users,
]);
