export { reReviewFamilies } from './families.ts';
